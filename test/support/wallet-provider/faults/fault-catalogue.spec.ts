import { FAULTS, FaultSpecError, parseFaults } from './fault-catalogue.js';
import { toScript } from './apply-faults.js';

describe('parseFaults', () => {
  it('parses faults and their arguments', () => {
    expect(parseFaults('drop; delay:250;leak:a%3Bb%3Ac;')).toEqual([
      { kind: 'drop', argument: '' },
      { kind: 'delay', argument: '250' },
      { kind: 'leak', argument: 'a;b:c' },
    ]);
  });

  it.each([
    'explode',
    'toString',
    'delay',
    'delay:soon',
    'drop:1',
    'status:200',
    'crash:later',
    'failed:lower',
    'wrong-hash',
    'wrong-hash:unknown',
    'leak:%',
  ])('refuses %s', (spec) => {
    expect(() => parseFaults(spec)).toThrow(FaultSpecError);
  });

  it('yields the script of a transaction', () => {
    expect(toScript(parseFaults('failed:INTERNAL_ERROR;error-details:because;hold:10;crash:signed;drop'))).toEqual({
      endBefore: { state: 'FAILED', errorReason: 'INTERNAL_ERROR', errorDetails: 'because' },
      holdMs: 10,
      crashAt: 'signed',
    });
  });

  it.each(['stranger', 'stranger-reverted', 'self-transfer', 'bundler'])(
    'yields a script for wrong-hash:%s',
    (variant) => {
      expect(toScript(parseFaults(`wrong-hash:${variant}`))).not.toEqual({});
    },
  );

  it('yields a script entry for each fault of a transaction', () => {
    const samples: Readonly<Record<string, string>> = {
      failed: 'X_Y',
      'failed-after-broadcast': 'X_Y',
      'failed-while-pending': 'X_Y',
      'wrong-hash': 'self-transfer',
      hold: '1',
      crash: 'signed',
    };
    const kinds = Object.entries(FAULTS).filter(
      ([kind, { point }]) => point === 'on-accept' && kind !== 'error-details',
    );
    for (const [kind] of kinds) {
      const argument = samples[kind];
      expect(Object.keys(toScript(parseFaults(argument === undefined ? kind : `${kind}:${argument}`)))).toHaveLength(1);
    }
  });
});
