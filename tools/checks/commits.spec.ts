import { subjectProblems } from './commits.js';

describe('the check of commit subjects', () => {
  it.each([
    'feat(intents): return an execution plan from confirm',
    'fix!: process receipts in order',
    'perf(build): compile changed files only',
    'test(e2e/tour): seed the demo markets',
  ])('passes %s', (subject) => {
    expect(subjectProblems(subject)).toEqual([]);
  });

  it.each([
    ['feat: added a plan', ['"added" is not a verb in the imperative']],
    ['feat: adds a plan', ['"adds" is not a verb in the imperative']],
    ['feat: adding a plan', ['"adding" is not a verb in the imperative']],
    ['fix(devnet): what the environment says is ignored', ['"what" is not a verb in the imperative']],
    ['fix: ignore it.', ['ends with a full stop']],
    ['Add a plan', [expect.stringContaining('not "type(scope): subject"')]],
    [`fix: ${'x'.repeat(68)}`, ['73 characters, maximum 72']],
  ])('finds the problems of %s', (subject, problems) => {
    expect(subjectProblems(subject)).toEqual(problems);
  });
});
