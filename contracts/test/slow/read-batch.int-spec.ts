import { batchCall, type ContractRead, viewCall } from '@app/chain';
import { JsonRpcClient, JsonRpcError } from '@app/common';
import { ContractFixture, ROLES } from '../../testing/fixture.js';
import { LONG_TIMEOUT_MS } from '../../../test/support/long-timeout.js';

const { alice } = ROLES;

describe('a batch of reads', () => {
  let fixture: ContractFixture;
  let rpc: JsonRpcClient;
  beforeAll(async () => {
    fixture = await ContractFixture.start();
    rpc = new JsonRpcClient({ url: fixture.url, timeoutMs: LONG_TIMEOUT_MS });
  });
  afterAll(() => fixture.stop());

  /** Makes the reads in one call, at the latest or a given block. */
  async function readAll(reads: readonly ContractRead<bigint | boolean>[], block = 'latest') {
    const { data, decode } = batchCall(reads);
    return decode(String(await rpc.send('eth_call', [{ data }, block])));
  }

  it('returns the values of several contracts in one call, at the block', async () => {
    const market = await fixture.market();
    const reads = [
      { to: market, view: viewCall('market', 'yesPositions', [alice]) },
      { to: market, view: viewCall('market', 'isOpen', []) },
      { to: fixture.factory, view: viewCall('factory', 'isMarket', [market]) },
      { to: market, view: viewCall('market', 'totalCollateral', []) },
    ];
    const before = String(await rpc.send('eth_blockNumber', []));
    await fixture.buy(alice, market, 'YES', 10n);
    expect(await readAll(reads)).toEqual([10n, true, true, 10n]);
    expect(await readAll(reads, before)).toEqual([0n, true, true, 0n]);
    expect(await readAll([])).toEqual([]);
  });

  it('is refused when one read reverts, and unreadable when a target has no code', async () => {
    const market = await fixture.market();
    const open = { to: market, view: viewCall('market', 'isOpen', []) };
    const noView = { to: fixture.factory, view: viewCall('market', 'isOpen', []) };
    await expect(readAll([open, noView])).rejects.toBeInstanceOf(JsonRpcError);
    await expect(readAll([open, { ...noView, to: alice }])).rejects.toThrow('isOpen');
  });
});
