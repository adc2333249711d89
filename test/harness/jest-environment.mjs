import { TestEnvironment } from 'jest-environment-node';

/**
 * Typed arrays that native modules know: jest's own realm has others by the same names, which they refuse. And the end of the process
 * for what listens for it: a test file sees a copy of `process` that nobody tells. A thread of models that a test left computing
 * would abort the whole run when jest exits.
 */
export default class NativeEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    Object.assign(this.global, { BigInt64Array, Float32Array });
    process.on('exit', this.tellOfEnd);
  }

  async teardown() {
    process.off('exit', this.tellOfEnd);
    this.tellOfEnd();
    await super.teardown();
  }

  tellOfEnd = () => {
    this.global?.process.emit('exit', 0);
  };
}
