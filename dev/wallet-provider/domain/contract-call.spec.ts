import { encodeCall } from './contract-call.js';

describe('encodeCall', () => {
  it('encodes a call by its signature, with numbers as text', () => {
    expect(encodeCall('approve(address,uint256)', [`0x${'5a'.repeat(20)}`, '258'])).toBe(
      `0x095ea7b3${'0'.repeat(24)}${'5a'.repeat(20)}${'102'.padStart(64, '0')}`,
    );
    expect(
      encodeCall('sum(uint8[],(bool,string))', [
        ['1', 2],
        [true, 'x'],
      ]),
    ).toMatch(/^0x[0-9a-f]{8}/);
  });

  it.each([
    ['approve(address,uint256)', ['0x12', '1']],
    ['approve(address,uint256)', ['1']],
    ['approve(address', []],
    ['', []],
  ])('refuses %s with %j with a fixed text', (signature, parameters) => {
    expect(() => encodeCall(signature, parameters)).toThrow('The ABI parameters do not fit the function signature.');
  });
});
