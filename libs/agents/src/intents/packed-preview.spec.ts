import { passed } from './check.js';
import type { IntentPreview } from './intent-preview.js';
import { packPreview, unpackPreview } from './packed-preview.js';

const PREVIEW: IntentPreview = {
  checks: [passed('wallet'), passed('gas', { headroom: { value: '9.5', unit: 'native' }, asOfBlock: 7 })],
  quote: null,
};
/** Stored by the first version that packs previews. */
const STORED = 'q8bSbKZto4JK5YwpgaLFHCnzgV0AAA==';

describe('the stored form of a preview', () => {
  it('is read as it was written', () => {
    const packed = packPreview(PREVIEW);
    expect(packed === null ? null : unpackPreview(packed)).toEqual(PREVIEW);
    expect(packPreview(null)).toBeNull();
  });

  it('is read in every later version', () => {
    expect(unpackPreview(Buffer.from(STORED, 'base64'))).toEqual(PREVIEW);
  });

  it('is less than a third of the JSON', () => {
    expect(packPreview(PREVIEW)?.length).toBeLessThan(JSON.stringify(PREVIEW).length / 3);
  });
});
