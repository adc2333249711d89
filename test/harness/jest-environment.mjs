import { TestEnvironment } from 'jest-environment-node';

/** Typed arrays that native modules know: jest's own realm has others by the same names, which they refuse. */
export default class NativeArraysEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    Object.assign(this.global, { BigInt64Array, Float32Array });
  }
}
