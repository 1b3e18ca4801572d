// JavaScript, because the types of @jest/test-sequencer describe its CommonJS form and Node loads the other one.
import Sequencer from '@jest/test-sequencer';

/** Runs end-to-end tests first: they take longest, and one that starts last would leave the other workers idle. */
export default class EndToEndFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    const isEndToEnd = ({ path }) => path.endsWith('.e2e-spec.ts');
    return [...sorted.filter(isEndToEnd), ...sorted.filter((test) => !isEndToEnd(test))];
  }
}
