import type { Clock } from '@app/common';
import { newProviderId } from '../domain/provider-id.js';
import { ProviderError } from '../domain/provider-error.js';
import type { Sequence } from '../domain/sequence.js';
import type { WalletRecord } from '../domain/wallet.js';
import type { Answer } from '../faults/request-faults.js';
import type { ProviderStore } from '../store/provider-store.js';
import type { WalletRegistry } from '../store/wallet-registry.js';
import type { Balances } from './balances.js';
import { checkBlockchain } from './blockchain.js';
import type { Commands } from './commands.js';
import { Fields } from './fields.js';
import { type Call, ok, type Operation } from './operation.js';
import { isDescending, linkHeader, parsePage, takePage } from './paging.js';
import { parseMetadata, type WalletMetadata } from './wallet-metadata.js';
import { presentWallet, presentWalletSet } from './presenters.js';

const MAX_WALLETS_PER_CALL = 200;

export interface WalletOperationsContext {
  readonly balances: Balances;
  readonly blockchain: string;
  readonly clock: Clock;
  readonly commands: Commands;
  readonly registry: WalletRegistry;
  readonly sequence: Sequence;
  readonly store: ProviderStore;
}

export function walletOperations(context: WalletOperationsContext): Operation[] {
  const base = '/v1/w3s';
  return [
    {
      name: 'createWalletSet',
      method: 'POST',
      path: `${base}/developer/walletSets`,
      handle: (call) => createWalletSet(context, call),
    },
    {
      name: 'createWallets',
      method: 'POST',
      path: `${base}/developer/wallets`,
      handle: (call) => createWallets(context, call),
    },
    { name: 'listWallets', method: 'GET', path: `${base}/wallets`, handle: (call) => listWallets(context, call) },
    {
      name: 'getWallet',
      method: 'GET',
      path: `${base}/wallets/:id`,
      subject: 'wallet',
      handle: (call) => ok({ wallet: presentWallet(context.registry.getWallet(call.id)) }),
    },
    {
      name: 'getBalances',
      method: 'GET',
      path: `${base}/wallets/:id/balances`,
      subject: 'wallet',
      handle: async (call) => {
        const tokenAddress = new Fields(call.query, 'query').address('tokenAddress');
        return ok({ tokenBalances: await context.balances.of(context.registry.getWallet(call.id), tokenAddress) });
      },
    },
  ];
}

function createWalletSet(
  { clock, commands, registry, sequence, store }: WalletOperationsContext,
  call: Call,
): Promise<Answer> {
  const fields = new Fields(call.body, 'body');
  const name = fields.text('name') ?? '';
  fields.done();
  return commands.run(call, {
    endpoint: 'createWalletSet',
    newStatus: 201,
    prepare: () => {
      const set = { id: newProviderId(), seq: sequence.next(), name, createDateMs: clock.nowMs() };
      return {
        data: { walletSet: presentWalletSet(set) },
        writes: [store.put.walletSet(set)],
        begin: () => registry.addSet(set),
      };
    },
  });
}

function createWallets(context: WalletOperationsContext, call: Call): Promise<Answer> {
  const { clock, commands, registry, sequence, store } = context;
  const fields = new Fields(call.body, 'body');
  const walletSetId = fields.requiredUuid('walletSetId');
  const count = fields.integer('count', { min: 1, max: MAX_WALLETS_PER_CALL }) ?? 1;
  const blockchains = parseBlockchains(fields);
  if (fields.oneOf('accountType', ['EOA', 'SCA']) === 'SCA') fields.refuse('accountType', 'EOA');
  const metadata = parseMetadata(fields);
  fields.done();
  if (metadata.length > 0 && metadata.length !== count) throw new ProviderError('metadataMismatch');
  for (const blockchain of blockchains) checkBlockchain(context.blockchain, blockchain);
  return commands.run(call, {
    endpoint: 'createWallets',
    newStatus: 201,
    prepare: () => {
      const set = registry.getSet(walletSetId);
      const wallets = Array.from({ length: count }, (_, index) => newWallet(context, set.id, metadata[index]));
      return {
        data: { wallets: wallets.map(presentWallet) },
        writes: wallets.map(store.put.wallet),
        begin: () => wallets.forEach((wallet) => registry.addWallet(wallet)),
      };
    },
  });

  function newWallet(
    { blockchain }: WalletOperationsContext,
    setId: string,
    { name, refId }: WalletMetadata = { name: '', refId: '' },
  ): WalletRecord {
    const id = newProviderId();
    const address = registry.account(id).address;
    return {
      id,
      seq: sequence.next(),
      walletSetId: setId,
      address,
      blockchain,
      name,
      refId,
      createDateMs: clock.nowMs(),
    };
  }
}

async function listWallets({ registry }: WalletOperationsContext, call: Call): Promise<Answer> {
  const page = parsePage(call.query);
  const fields = new Fields(call.query, 'query');
  const wanted = {
    address: fields.address('address'),
    walletSetId: fields.uuid('walletSetId'),
    ...textFilters(fields),
  };
  fields.done();
  const inOrder = isDescending(page) ? [...registry.wallets()].reverse() : registry.wallets();
  const cursor = page.cursor === undefined ? undefined : registry.getWallet(page.cursor.id);
  const rest = cursor === undefined ? inOrder : inOrder.slice(inOrder.indexOf(cursor) + 1);
  const matching = rest.filter(
    (wallet) =>
      wallet.createDateMs >= page.fromMs &&
      wallet.createDateMs <= page.toMs &&
      (wanted.address ?? wallet.address) === wallet.address &&
      (wanted.walletSetId ?? wallet.walletSetId) === wallet.walletSetId &&
      (wanted.refId ?? wallet.refId) === wallet.refId &&
      (wanted.blockchain ?? wallet.blockchain) === wallet.blockchain &&
      wanted.scaCore === undefined,
  );
  const found = await takePage(matching, page);
  return ok({ wallets: found.items.map(presentWallet) }, linkHeader(call.url, found));
}

function textFilters(fields: Fields): {
  blockchain?: string | undefined;
  refId?: string | undefined;
  scaCore?: string | undefined;
} {
  return { blockchain: fields.text('blockchain'), refId: fields.text('refId'), scaCore: fields.text('scaCore') };
}

function parseBlockchains(fields: Fields): string[] {
  const names = (fields.list('blockchains') ?? []).filter((name) => typeof name === 'string');
  if (names.length !== 1) fields.refuse('blockchains', fields.has('blockchains') ? 'one blockchain' : 'required');
  return names;
}
