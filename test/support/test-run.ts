import { TestRun } from './stack/test-run.js';

/** The folder of this test run. Processes that tests start are recorded in it, so that none outlives the run. */
export function testRun(): TestRun {
  const folder = process.env.TEST_RUN_FOLDER;
  if (folder === undefined) throw new Error('TEST_RUN_FOLDER is not set: run the tests with npm test');
  return TestRun.open(folder);
}
