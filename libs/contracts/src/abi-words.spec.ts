import fc from 'fast-check';
import { AbiCoder, type Interface } from 'ethers/abi';
import { concat } from 'ethers/utils';
import { type Action, ACTION_NAMES, ACTIONS, toChecksumAddress } from '@app/common';
import { decodeBytesList, decodeWord, encodeArguments } from './abi-words.js';
import { viewCall } from './contract-view.js';
import { readBatchBytecode } from './generated/read-batch.js';
import { factoryInterface, marketInterface, tokenInterface } from './interfaces.js';
import { encodeApproval, encodeMarketCall, type MarketCall, type OnceOnly } from './market-call.js';
import { batchCall } from './read-batch.js';

const coder = AbiCoder.defaultAbiCoder();
const RUNS = { numRuns: 40 };

const hexOf = (digits: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: digits, maxLength: digits });
const word = hexOf(64).map((digits) => `0x${digits}`);
const lowerAddress = hexOf(40).map((digits) => `0x${digits}`);
const address = fc.oneof(lowerAddress, lowerAddress.map(toChecksumAddress));
const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n });
const once: fc.Arbitrary<OnceOnly> = fc.record({
  ref: word,
  deadlineSeconds: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
});
const text = fc.string({ unit: 'grapheme', maxLength: 100 });

function callOf(action: Action): fc.Arbitrary<MarketCall> {
  switch (action) {
    case 'create_market':
      return fc.record({
        function: fc.constant('createMarket'),
        ...{ id: text, question: text, closeTimestampSeconds: fc.nat(), resolver: address, collateralToken: address },
      });
    case 'buy_yes':
    case 'buy_no':
      return fc.record({
        function: fc.constant(ACTIONS[action].function),
        ...{ amountBaseUnits: uint(256), minPayoutBaseUnits: uint(256) },
      });
    case 'resolve_market':
      return fc.record({ function: fc.constant('resolve'), outcome: fc.constantFrom('YES', 'NO') });
    case 'close_market':
    case 'claim_payout':
    case 'cancel_market':
    case 'claim_refund':
      return fc.record({ function: fc.constant(ACTIONS[action].function) });
  }
}

/** Result of a decoder, or `refused`. */
function outcomeOf(decode: () => unknown): unknown {
  try {
    return decode();
  } catch {
    return 'refused';
  }
}

describe('call data', () => {
  it.each(ACTION_NAMES)('of %s equals that of ethers', (action) => {
    const target: Interface = action === 'create_market' ? factoryInterface : marketInterface;
    fc.assert(
      fc.property(callOf(action), once, (call, limits) => {
        const { signature, args, callData } = encodeMarketCall(call, limits);
        expect(callData).toBe(target.encodeFunctionData(signature, args));
      }),
      RUNS,
    );
  });

  it('of an approval equals that of ethers', () => {
    fc.assert(
      fc.property(address, uint(256), (spender, amount) => {
        expect(encodeApproval(spender, amount).callData).toBe(
          tokenInterface.encodeFunctionData('approve', [spender, amount]),
        );
      }),
      RUNS,
    );
  });

  it.each([
    ['uint8', 256n],
    ['uint64', 2n ** 64n],
    ['uint256', -1n],
    ['uint256', '1.5'],
    ['uint256', ''],
    ['bytes32', '0x12'],
    ['address', `0x${'1'.repeat(39)}`],
    ['address', '0x3c44CdDdB6a900fa2b585dd299e03d12FA4293BC'],
    ['string', '\ud800'],
  ])('refuses %s %p, as ethers does', (type, value) => {
    expect(() => coder.encode([type], [value])).toThrow();
    expect(() => encodeArguments([type], [value])).toThrow(TypeError);
  });
});

describe('reads', () => {
  it('have the call data of ethers', () => {
    fc.assert(
      fc.property(address, word, text, (account, ref, name) => {
        expect(viewCall('market', 'claimablePayout', [account]).data).toBe(
          marketInterface.encodeFunctionData('claimablePayout', [account]),
        );
        expect(viewCall('factory', 'refUsed', [account, ref]).data).toBe(
          factoryInterface.encodeFunctionData('refUsed', [account, ref]),
        );
        expect(viewCall('factory', 'marketOf', [account, name]).data).toBe(
          factoryInterface.encodeFunctionData('marketOf', [account, name]),
        );
      }),
      RUNS,
    );
  });

  it.each(['uint8', 'uint64', 'uint256', 'bool', 'address'])('decode any answer of %s as ethers does', (type) => {
    const short = uint(160).map((value) => `0x${value.toString(16).padStart(64, '0')}`);
    const long = fc.tuple(word, word).map(([first, second]) => first + second.slice(2));
    const other = fc.constantFrom('0x', '0x01', 'nonsense', `0x${'g'.repeat(64)}`);
    fc.assert(
      fc.property(fc.oneof(short, word, long, other), (answer) => {
        const expected = outcomeOf((): unknown => coder.decode([type], answer)[0]);
        expect(outcomeOf(() => decodeWord(type, answer, toChecksumAddress))).toEqual(expected);
      }),
      RUNS,
    );
  });

  it('are batched as ethers does', () => {
    const read = fc.tuple(address, fc.uint8Array({ maxLength: 100 }));
    fc.assert(
      fc.property(fc.array(read, { maxLength: 8 }), (reads) => {
        const calls = reads.map(([to, bytes]) => ({ to, data: `0x${Buffer.from(bytes).toString('hex')}` }));
        const batch = batchCall(calls.map(({ to, data }) => ({ to, view: { data, decode: (answer) => answer } })));
        const tuples = calls.map(({ to, data }) => [to, data]);
        const argument = coder.encode(['tuple(address target, bytes data)[]'], [tuples]);
        expect(batch.data).toBe(concat([readBatchBytecode, argument]));
        const answers = calls.map(({ data }) => data);
        expect(batch.decode(coder.encode(['bytes[]'], [answers]))).toEqual(answers);
      }),
      RUNS,
    );
  });

  it('refuse a batch whose answer is cut', () => {
    const answer = coder.encode(['bytes[]'], [[`0x${'12'.repeat(40)}`]]);
    for (let end = answer.length - 64; end >= 2; end -= 64) {
      expect(() => decodeBytesList(answer.slice(0, end))).toThrow(TypeError);
    }
    expect(() => decodeBytesList(`0x${'f'.repeat(64)}`)).toThrow(TypeError);
  });
});
