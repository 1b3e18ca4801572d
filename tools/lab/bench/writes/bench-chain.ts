import { setTimeout as delay } from 'node:timers/promises';
import { computeRef, type Deployment, encodeMarketCall, tokenInterface, viewCall } from '@app/chain';
import { callChain } from '../../../../dev/devnet/chain/chain-rpc.js';

const YEAR_S = 365 * 86_400;
const POLL_INTERVAL_MS = 50;
/** Account that the local chain signs for. */
const CREATOR = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const NO_MARKET = `0x${'0'.repeat(40)}`;
const WALLET_BALANCE_WEI = '0x3635c9adc5dea00000';
const WALLET_TOKENS = 10n ** 12n;

export type Mining = 'instant' | 'interval';

export class BenchChain {
  private constructor(
    readonly rpcUrl: string,
    readonly deployment: Deployment,
    readonly market: string,
    readonly pid: number,
  ) {}

  static async open({
    rpcUrl,
    deployment,
    pid,
  }: Pick<BenchChain, 'rpcUrl' | 'deployment' | 'pid'>): Promise<BenchChain> {
    const { factory, collateral } = deployment;
    const nowS = Math.floor(Date.now() / 1000);
    const { callData } = encodeMarketCall(
      {
        ...{ function: 'createMarket', id: 'bench', question: 'How many buys per second?', resolver: CREATOR },
        ...{ closeTimestampSeconds: nowS + YEAR_S, collateralToken: collateral },
      },
      { ref: computeRef('bench'), deadlineSeconds: nowS + YEAR_S },
    );
    await callChain(rpcUrl, 'eth_sendTransaction', [{ from: CREATOR, to: factory, data: callData }]);
    const { data, decode } = viewCall('factory', 'marketOf', [CREATOR, 'bench']);
    for (;;) {
      const market = decode(String(await callChain(rpcUrl, 'eth_call', [{ to: factory, data }, 'latest'])));
      if (market !== NO_MARKET) return new BenchChain(rpcUrl, deployment, market.toLowerCase(), pid);
      await delay(POLL_INTERVAL_MS);
    }
  }

  async fund(wallet: string): Promise<void> {
    const { collateral, deployer } = this.deployment;
    await this.call('anvil_setBalance', wallet, WALLET_BALANCE_WEI);
    await this.sendAs(deployer, collateral, tokenInterface.encodeFunctionData('mint', [wallet, WALLET_TOKENS]));
  }

  async approve(wallet: string): Promise<void> {
    const data = tokenInterface.encodeFunctionData('approve', [this.market, 2n ** 256n - 1n]);
    await this.sendAs(wallet, this.deployment.collateral, data);
  }

  /** Mines each transaction at once, or a block a second. */
  async setMining(mining: Mining): Promise<void> {
    if (mining === 'interval') return void (await this.call('evm_setIntervalMining', 1)); // ends the instant mining
    await this.call('evm_setIntervalMining', 0);
    await this.call('evm_setAutomine', true);
    await this.call('evm_mine');
  }

  call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return callChain(this.rpcUrl, method, params);
  }

  private async sendAs(from: string, to: string, data: string): Promise<void> {
    await this.call('anvil_impersonateAccount', from);
    const hash = await this.call('eth_sendTransaction', { from, to, data });
    await this.call('anvil_stopImpersonatingAccount', from);
    while ((await this.call('eth_getTransactionReceipt', hash)) === null) await delay(POLL_INTERVAL_MS);
  }
}
