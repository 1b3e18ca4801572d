import { ACTION_NAMES, ACTIONS } from '@app/common';
import { factoryInterface, marketInterface, tokenInterface } from './interfaces.js';
import { encodeApproval, encodeMarketCall, encodeMint, type MarketCall } from './market-call.js';
import { computeRef } from './ref.js';

const RESOLVER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const REF = computeRef('agent_intent_1');
const ONCE = { ref: REF, deadlineSeconds: 1_800_000_000 };
const TAIL = [REF, '1800000000'];

const CREATE: MarketCall = {
  function: 'createMarket',
  id: 'm-1',
  question: 'Will it rain? ☔',
  closeTimestampSeconds: 1_900_000_000,
  resolver: RESOLVER,
  collateralToken: TOKEN,
};

const CASES: [MarketCall, string, string[]][] = [
  [
    CREATE,
    'createMarket(string,string,uint256,address,address,bytes32,uint64)',
    ['m-1', 'Will it rain? ☔', '1900000000', RESOLVER, TOKEN],
  ],
  [
    { function: 'buyYes', amountBaseUnits: 10_000_000n, minPayoutBaseUnits: 0n },
    'buyYes(uint256,uint256,bytes32,uint64)',
    ['10000000', '0'],
  ],
  [
    { function: 'buyNo', amountBaseUnits: 2n ** 200n, minPayoutBaseUnits: 2n ** 201n },
    'buyNo(uint256,uint256,bytes32,uint64)',
    [String(2n ** 200n), String(2n ** 201n)],
  ],
  [{ function: 'closeMarket' }, 'closeMarket(bytes32,uint64)', []],
  [{ function: 'resolve', outcome: 'YES' }, 'resolve(uint8,bytes32,uint64)', ['1']],
  [{ function: 'resolve', outcome: 'NO' }, 'resolve(uint8,bytes32,uint64)', ['2']],
  [{ function: 'claimPayout' }, 'claimPayout(bytes32,uint64)', []],
  [{ function: 'cancelMarket' }, 'cancelMarket(bytes32,uint64)', []],
  [{ function: 'claimRefund' }, 'claimRefund(bytes32,uint64)', []],
];

describe('encodeMarketCall', () => {
  it.each(CASES)('writes %j as the call that takes effect once', (call, signature, args) => {
    const encoded = encodeMarketCall(call, ONCE);
    expect(encoded).toMatchObject({ function: call.function, signature, args: [...args, ...TAIL] });
    const target = call.function === 'createMarket' ? factoryInterface : marketInterface;
    const parsed = target.parseTransaction({ data: encoded.callData });
    expect(parsed?.signature).toBe(signature);
    expect(parsed?.args.toArray().map(String)).toEqual([...args, ...TAIL]);
  });

  it('sends a creation to the factory and everything else to a market', () => {
    expect(CASES.map(([call]) => encodeMarketCall(call, ONCE).contract)).toEqual([
      'PredictionMarketFactory',
      ...Array.from({ length: 8 }, () => 'PredictionMarket'),
    ]);
  });

  it('gives equal bytes for equal input', () => {
    expect(encodeMarketCall(CREATE, ONCE)).toEqual(encodeMarketCall({ ...CREATE }, { ...ONCE }));
  });

  it('has a function for each of the eight actions', () => {
    const known = new Set(CASES.map(([call]) => call.function));
    expect(new Set(ACTION_NAMES.map((action) => ACTIONS[action].function))).toEqual(known);
  });

  it.each([
    [{ function: 'buyYes', amountBaseUnits: -1n, minPayoutBaseUnits: 0n }, ONCE],
    [{ function: 'buyNo', amountBaseUnits: 1n, minPayoutBaseUnits: 2n ** 256n }, ONCE],
    [{ function: 'closeMarket' }, { ref: '0x12', deadlineSeconds: 1 }],
    [{ function: 'closeMarket' }, { ref: REF, deadlineSeconds: 1.5 }],
    [{ ...CREATE, resolver: RESOLVER.replace('C44C', 'c44c') }, ONCE],
  ] as [MarketCall, typeof ONCE][])('refuses %p, which does not fit', (call, once) => {
    expect(() => encodeMarketCall(call, once)).toThrow();
  });
});

describe('encodeApproval and encodeMint', () => {
  it('speak to the token', () => {
    const approval = encodeApproval(RESOLVER, 5n);
    expect(approval).toMatchObject({
      contract: 'CollateralToken',
      function: 'approve',
      signature: 'approve(address,uint256)',
      args: [RESOLVER, '5'],
    });
    expect(tokenInterface.parseTransaction({ data: approval.callData })?.args.toArray()).toEqual([RESOLVER, 5n]);
    const mint = encodeMint(RESOLVER, 6n);
    expect(tokenInterface.parseTransaction({ data: mint.callData })?.signature).toBe('mint(address,uint256)');
  });
});
