import { TestRun } from '../../tools/stack/test-run.js';

/** The folder of this run of the tests, in which every process that a test starts is marked. */
export function testRun(): TestRun {
  const folder = process.env.TEST_RUN_FOLDER;
  if (folder === undefined)
    throw new Error('TEST_RUN_FOLDER is not set: run the tests with the configuration at the top');
  return TestRun.open(folder);
}
