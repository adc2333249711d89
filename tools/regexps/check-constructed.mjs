import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { LINEAR } from './rules.mjs';

/**
 * Checks every regular expression that apps and libs build from strings when they are loaded; ESLint checks only
 * literals. Run with the hooks of test/harness/run-typescript.mjs.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Excluded: programs, which would run, and files outside the product. */
const NOT_LOADED =
  /\.test\.ts$|\.d\.ts$|\/main\.ts$|\/write-[a-z-]+\.ts$|\/(?:training|generated?|dist|node_modules)\//;
/** Not loaded either, since it needs a browser: a pattern made of strings there is a fault. */
const OF_BROWSERS = /^apps\/studio\//;
const MAKES_PATTERN = /\bRegExp\(/;
const LINT = new ESLint({ overrideConfigFile: true, overrideConfig: [LINEAR], cwd: ROOT });
const EXCUSED = /eslint-disable-next-line no-restricted-syntax/;

/** Control patterns: if these passed, the check would be ineffective. */
const KNOWN_FAULTS = [
  /\uFFFD+$/,
  /x.*y/,
  /^(?:a*)*b$/,
  /^x*y*x*z/,
  /^\s*x?\s*$/,
  /(?<=[\p{Ll}\p{N},;:)]\s+)\p{Lu}\p{L}+/u,
  /a(?=a*b)/,
  /^(\d+)\1$/,
];

const files = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(`${ROOT}${folder}`, { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter((name) => name.endsWith('.ts') && !NOT_LOADED.test(name)),
);
const made = await patternsMadeBy(files.filter((name) => !OF_BROWSERS.test(name)));
const faults = [...(await notFound(KNOWN_FAULTS)), ...(await superLinear(made)), ...unseen(files, made)];
for (const fault of faults) console.error(fault);
console.info(`${String(made.length)} patterns made of strings, ${String(faults.length)} faults`);
process.exit(faults.length === 0 && made.length > 0 ? 0 : 1);

/** Loads the files; patterns built by libraries are ignored. */
async function patternsMadeBy(names) {
  const made = [];
  const make = (pattern) => {
    const frames = new Error().stack.split('\n').slice(3);
    const caller = frames.find((frame) => !frame.includes('node:internal')) ?? '';
    const file = /(?:apps|libs)\/(?!.*node_modules)[^:?]+\.ts/.exec(caller)?.[0];
    if (file !== undefined) made.push({ file, pattern });
    return pattern;
  };
  globalThis.RegExp = new Proxy(RegExp, {
    construct: (target, args, newTarget) => make(Reflect.construct(target, args, newTarget)),
    apply: (target, self, args) => make(Reflect.apply(target, self, args)),
  });
  for (const name of names) await import(`${ROOT}${name}`);
  return made;
}

async function superLinear(made) {
  const found = [];
  for (const { file, pattern } of made)
    for (const message of await faultsOf(pattern)) found.push(`${file}: ${String(pattern)}\n  ${message}`);
  return found;
}

async function notFound(patterns) {
  const missed = [];
  for (const pattern of patterns)
    if ((await faultsOf(pattern)).length === 0) missed.push(`the rules let ${String(pattern)} pass`);
  return missed;
}

/** Messages of the rules for a pattern. */
async function faultsOf(pattern) {
  const [{ messages }] = await LINT.lintText(`export const pattern = ${String(pattern)};\n`);
  return messages.map(({ message }) => message);
}

/** Files that build patterns of which none was seen, without a stated reason. */
function unseen(names, made) {
  const seen = new Set(made.map(({ file }) => file));
  return names
    .filter((name) => !seen.has(name))
    .filter((name) => {
      const source = readFileSync(`${ROOT}${name}`, 'utf8');
      return MAKES_PATTERN.test(source) && !EXCUSED.test(source);
    })
    .map((name) => `${name}: makes a pattern that was not seen when it was loaded`);
}
