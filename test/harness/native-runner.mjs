import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { ModernFakeTimers } from '@jest/fake-timers';
import runCircus from 'jest-circus/runner';
import { sourceMapFile } from './compile.mjs';

const require = createRequire(import.meta.url);

/** Where `jest-globals.mjs` finds the functions of the test file that is being loaded. */
const GLOBALS = Symbol.for('engraph.jest-globals');
/** Frames of an error: jest sets 100, which makes every error of the service expensive. */
const STACK_FRAMES = 10;

let files = 0;

/**
 * Jest's `testRunner`: runs a test file with jest-circus, but as plain ES modules of Node instead of jest's own module
 * registry. Test files of a worker thus share the modules of the service, with their compiled code and loaded models.
 * Each has its own instance of the modules under test/ (see typescript-hooks.mjs) and its own copy of the environment.
 */
export default async function runNatively(globalConfig, config, environment, runtime, testPath, sendMessageToJest) {
  if (files === 0) register('./typescript-hooks.mjs', import.meta.url);
  files += 1;
  runtime.getSourceMaps().get = sourceMapFile;
  const native = nativeRuntime(`file=${files}`, config);
  const restore = takeOver(environment.global.console);
  try {
    return await runCircus.default(globalConfig, config, { global: globalThis }, native, testPath, sendMessageToJest);
  } finally {
    native.fakeTimers.dispose();
    restore();
  }
}

/** What jest-circus asks of jest's runtime. */
function nativeRuntime(query, config) {
  const fakeTimers = new ModernFakeTimers({ config, global: globalThis });
  return {
    fakeTimers,
    // A new instance for each file: it holds the tests that the file declared.
    requireInternalModule: (path) => {
      delete require.cache[path];
      return require(path);
    },
    requireModule: require,
    setGlobalsForRuntime: (globals) => {
      globalThis[GLOBALS] = { ...globals, jest: fakeTimers };
    },
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => import(`${pathToFileURL(path).href}?${query}`),
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
  };
}

/** Collects what the file prints with its result, and keeps its changes of the environment from the next file. */
function takeOver(fileConsole) {
  const { console: ownConsole } = globalThis;
  const { stackTraceLimit } = Error;
  const environment = { ...process.env };
  globalThis.console = fileConsole;
  Error.stackTraceLimit = STACK_FRAMES;
  return () => {
    globalThis.console = ownConsole;
    Error.stackTraceLimit = stackTraceLimit;
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  };
}
