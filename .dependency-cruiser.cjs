/** Which part may see which; `npm run deps` checks it. */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'A cycle of modules has no part that can be understood first.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-to-unresolvable',
      comment: 'What does not resolve is not checked by any other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'libs-never-see-apps',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-never-see-each-other',
      comment: 'Only standalone puts the others together; the cli runs what the extractor does, over old memories.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/(standalone|cli)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'standalone-sees-api-and-extractor-only',
      severity: 'error',
      from: { path: '^apps/standalone/' },
      to: { path: '^apps/', pathNot: '^apps/(standalone|api|extractor)/' },
    },
    {
      name: 'cli-sees-extractor-only',
      severity: 'error',
      from: { path: '^apps/cli/' },
      to: { path: '^apps/', pathNot: '^apps/(cli|extractor)/' },
    },
    {
      name: 'contracts-sees-nothing',
      comment: 'Every other part, and every other service, builds on the contracts.',
      severity: 'error',
      from: { path: '^libs/contracts/' },
      to: { path: '^(libs|apps|test|bench)/', pathNot: '^libs/contracts/' },
    },
    {
      name: 'client-sees-nothing',
      comment: 'It is packed alone; what it shares with the service is the OpenAPI document.',
      severity: 'error',
      from: { path: '^libs/client/' },
      to: { path: '^(libs|apps|test|bench)/', pathNot: '^libs/client/' },
    },
    {
      name: 'product-never-sees-client',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '^libs/client/' },
      to: { path: '^libs/client/' },
    },
    {
      name: 'only-messaging-knows-kafkajs',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '^libs/messaging/' },
      to: { path: 'node_modules/kafkajs' },
    },
    {
      name: 'recall-never-writes',
      comment: 'The log is written by event-store, the graph by graph; recall reads.',
      severity: 'error',
      from: { path: '^libs/recall/' },
      to: { path: '^libs/(event-store|messaging)/|^libs/graph/src/(projection|rebuild)/|^libs/graph/src/forget-' },
    },
    {
      name: 'libs-never-see-telemetry',
      comment: 'What is measured says so by a callback; only the apps know who listens.',
      severity: 'error',
      from: { path: '^libs/', pathNot: '^libs/telemetry/' },
      to: { path: '^libs/telemetry/' },
    },
    {
      name: 'product-never-sees-tests',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^(test|bench)/|[.]test[.]ts$' },
    },
    {
      name: 'product-runs-without-dev-dependencies',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '[.]test[.]ts$|^libs/extraction/training/|^libs/client/generate/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    },
  ],
  options: {
    // Types count: importing a type of another part is knowing it.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|node_modules/@types)/' },
    // How an import finds its file; only in this form does the cruiser take all of what is said there.
    webpackConfig: { fileName: '.dependency-cruiser.resolve.cjs' },
  },
};
