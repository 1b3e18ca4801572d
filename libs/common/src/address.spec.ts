import { parseAddress, toChecksumAddress } from './address.js';

const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const LOWER = CHECKSUMMED.toLowerCase();

describe('parseAddress', () => {
  it.each([CHECKSUMMED, LOWER, `0x${LOWER.slice(2).toUpperCase()}`])('reads %s in lower case', (value) => {
    expect(parseAddress(value)).toBe(LOWER);
  });

  it.each([
    ['a wrong checksum', CHECKSUMMED.replace('aA', 'Aa')],
    ['an upper-case prefix', LOWER.replace('0x', '0X')],
    ['no prefix', LOWER.slice(2)],
    ['too few digits', LOWER.slice(0, -1)],
    ['too many digits', `${LOWER}0`],
    ['another digit', LOWER.replace('a', 'g')],
    ['white space', ` ${LOWER}`],
    ['a line end', `${LOWER}\n`],
    ['a number', 5],
    ['null', null],
  ])('refuses %s', (_case, value) => {
    expect(parseAddress(value)).toBeNull();
  });
});

describe('toChecksumAddress', () => {
  it('returns the mixed case of EIP-55', () => {
    expect(toChecksumAddress(LOWER)).toBe(CHECKSUMMED);
    expect(toChecksumAddress(CHECKSUMMED)).toBe(CHECKSUMMED);
  });
});
