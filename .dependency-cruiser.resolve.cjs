const { resolve } = require('node:path');
const { imports } = require('./package.json');

/** How dependency-cruiser resolves an import: `#lib/x.js` to the source, where Node itself is led into dist. */
module.exports = {
  resolve: {
    importsFields: [],
    alias: sourcesOfImports(),
    extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
    extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.d.ts'],
    exportsFields: ['exports'],
    conditionNames: ['types', 'import', 'require', 'node', 'default'],
    mainFields: ['module', 'main', 'types'],
  },
};

/** `#config/*`, in package.json at `./dist/libs/config/src/*`, as an alias of libs/config/src. */
function sourcesOfImports() {
  return Object.fromEntries(
    Object.entries(imports).map(([name, target]) => [
      name.replace('/*', ''),
      resolve(__dirname, target.replace('./dist/', '').replace('/*', '')),
    ]),
  );
}
