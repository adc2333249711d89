import { sweep } from './harness/sweep.mjs';

/** Ends every engine that the run started. */
export default async function teardown() {
  if (process.env.ENGRAPH_TEST_RUN) await sweep(process.env.ENGRAPH_TEST_RUN);
}
