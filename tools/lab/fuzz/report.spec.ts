import { computeSuccessShare, type FuzzReport, isClean } from './report.js';

const REPORT: FuzzReport = {
  ...{ mode: 'open', seed: 1, requests: 100, elapsedMs: 1, findings: [], warnings: {}, heap: [] },
  counts: { 'GET /markets': { '200': 10, '400': 40 }, 'POST /markets': { '201': 10, '403': 39, 'no answer': 1 } },
};

describe('isClean', () => {
  it('accepts a run without findings', () => {
    expect(computeSuccessShare(REPORT.counts)).toBe(0.2);
    expect(isClean(REPORT)).toBe(true);
  });

  it('refuses a run whose requests were nearly all refused', () => {
    expect(isClean({ ...REPORT, counts: { 'GET /markets': { '200': 9, '403': 91 } } })).toBe(false);
  });

  it('refuses a run with a finding or an internal error', () => {
    expect(isClean({ ...REPORT, findings: [{ fault: '500', route: 'GET /', count: 1, examples: [] }] })).toBe(false);
    expect(isClean({ ...REPORT, warnings: { 'http.failed': 1 } })).toBe(false);
  });
});
