import { fuzz } from '../../../tools/lab/fuzz/fuzz.js';
import { fuzzEnvironment } from '../../../tools/lab/fuzz/fuzz-stack.js';
import { computeSuccessShare, type FuzzReport } from '../../../tools/lab/fuzz/report.js';
import { startStack } from '../../support/index.js';
import { useProduct } from '../support/product.js';

const REQUESTS = 2_000;
const SEED = 20_261_121;

/** A short `npm run lab -- fuzz` with a fixed seed. */
describe.each(['open', 'keys-private'] as const)('generated and hostile requests in mode %s', (mode) => {
  const product = useProduct(() => startStack({ env: fuzzEnvironment(mode) }));
  let report: FuzzReport;

  beforeAll(async () => {
    const { stack } = product;
    report = await fuzz({ baseUrl: stack.api.url, mode, seed: SEED, requests: REQUESTS, stack, log: () => undefined });
  });

  it('are answered as the contract says, without server errors and without secrets', () => {
    expect(report.findings).toEqual([]);
    expect(report.warnings).not.toHaveProperty('http.failed');
  });

  it('reach every operation', () => {
    expect(computeSuccessShare(report.counts)).toBeGreaterThan(0.1);
    expect(Object.keys(report.counts).length).toBeGreaterThan(30);
    const answered = Object.entries(report.counts).filter(([, row]) =>
      Object.keys(row).some((status) => /^\d/.test(status)),
    );
    expect(answered.length).toBe(Object.keys(report.counts).length);
  });
});
