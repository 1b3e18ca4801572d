import { AbiCoder } from 'ethers/abi';
import { decodeContractError, findRevertData } from './contract-error.js';
import { factoryInterface, marketInterface, tokenInterface } from './interfaces.js';

const text = (reason: string): string =>
  `0x08c379a0${AbiCoder.defaultAbiCoder().encode(['string'], [reason]).slice(2)}`;

describe('decodeContractError', () => {
  it.each([
    ['NotOpen', marketInterface.encodeErrorResult('NotOpen')],
    ['TooEarly', marketInterface.encodeErrorResult('TooEarly', [5])],
    ['CollateralMismatch', marketInterface.encodeErrorResult('CollateralMismatch', [5, 4])],
    ['RefUsed', factoryInterface.encodeErrorResult('RefUsed', [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(32)}`])],
    [
      'ERC20InsufficientBalance',
      tokenInterface.encodeErrorResult('ERC20InsufficientBalance', [`0x${'11'.repeat(20)}`, 1, 2]),
    ],
    ['ERC20InsufficientBalance', text('ERC20: transfer amount exceeds balance')],
    ['ERC20InsufficientAllowance', text('ERC20: transfer amount exceeds allowance')],
    ['NotOpen', marketInterface.encodeErrorResult('NotOpen').toUpperCase().replace('0X', '0x')],
  ])('names %s', (name, data) => {
    expect(decodeContractError(data)).toBe(name);
  });

  it.each([
    null,
    '0x',
    '0x1234',
    'NotOpen',
    '0xdeadbeef',
    '0x4e487b710000000000000000000000000000000000000000000000000000000000000011',
    text('out of luck'),
    '0x08c379a0ffff',
  ])('has no name for %p', (data) => {
    expect(decodeContractError(data)).toBeNull();
  });
});

describe('findRevertData', () => {
  it.each([
    ['JSON-RPC', { code: 3, message: 'execution reverted', data: '0xabcd' }],
    ['a node that nests it', { code: -32_000, data: { message: 'reverted', data: '0xabcd' } }],
    ['ethers', Object.assign(new Error('call exception'), { code: 'CALL_EXCEPTION', data: '0xabcd' })],
    ['a client', { info: { error: { code: 3, data: '0xabcd' } } }],
    ['a cause', new Error('failed', { cause: { error: { data: '0xabcd' } } })],
  ])('finds it where %s puts it', (_, error) => {
    expect(findRevertData(error)).toBe('0xabcd');
  });

  it('finds nothing where there is nothing, however deep', () => {
    const endless: Record<string, unknown> = {};
    endless['cause'] = endless;
    for (const error of [null, undefined, 5, 'no hex', {}, new Error('x'), endless]) {
      expect(findRevertData(error)).toBeNull();
    }
  });
});
