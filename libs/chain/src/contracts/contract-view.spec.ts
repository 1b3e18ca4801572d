import { ContractAnswerError, viewCall } from './contract-view.js';
import { factoryInterface, marketInterface } from './interfaces.js';

const ALICE = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

describe('viewCall', () => {
  it('encodes and decodes with the types of the ABI', () => {
    const position = viewCall('market', 'yesPositions', [ALICE]);
    expect(position.data).toBe(marketInterface.encodeFunctionData('yesPositions', [ALICE]));
    const amount: bigint = position.decode(marketInterface.encodeFunctionResult('yesPositions', [5]));
    expect(amount).toBe(5n);
    const open: boolean = viewCall('market', 'isOpen', []).decode(
      marketInterface.encodeFunctionResult('isOpen', [true]),
    );
    expect(open).toBe(true);
    const found = viewCall('factory', 'marketOf', [ALICE, 'm-1']);
    const market: string = found.decode(factoryInterface.encodeFunctionResult('marketOf', [ALICE]));
    expect(market).toBe(ALICE);
  });

  it.each(['0x', '0x01', 'nonsense'])('refuses %p as a result', (answer) => {
    expect(() => viewCall('token', 'decimals', []).decode(answer)).toThrow(ContractAnswerError);
  });
});
