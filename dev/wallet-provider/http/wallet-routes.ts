import type { Clock } from '@app/common';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import { newProviderId } from '../domain/provider-id.js';
import { ProviderError } from '../domain/provider-error.js';
import type { Sequence } from '../domain/sequence.js';
import type { WalletRecord } from '../domain/wallet.js';
import type { ProviderStore } from '../store/provider-store.js';
import type { WalletRegistry } from '../store/wallet-registry.js';
import type { Balances } from './balances.js';
import { checkBlockchain } from './blockchain.js';
import type { Command, Commands } from './commands.js';
import { faultsOf, type OperationHooksFactory } from './operation-hooks.js';
import { isDescending, linkHeader, type Page, parsePage, takePage, urlOf } from './paging.js';
import { presentWallet, presentWalletSet } from './presenters.js';
import { Address, COMMAND_FIELDS, IdParams, isAddress, PAGE_FIELDS, Text, Uuid } from './schemas.js';

const BASE = '/v1/w3s';
const MAX_WALLETS_PER_CALL = 200;

const CreateWalletSetBody = Type.Object({ ...COMMAND_FIELDS, name: Type.Optional(Text) });

const CreateWalletsBody = Type.Object({
  ...COMMAND_FIELDS,
  walletSetId: Uuid,
  blockchains: Type.Array(Text, { minItems: 1, maxItems: 1, description: 'one blockchain' }),
  count: Type.Optional(
    Type.Union(
      [
        Type.Integer({ minimum: 1, maximum: MAX_WALLETS_PER_CALL }),
        Type.String({ pattern: '^0*(?:[1-9]\\d?|1\\d\\d|200)$' }),
      ],
      { description: `1..${MAX_WALLETS_PER_CALL}` },
    ),
  ),
  accountType: Type.Optional(Type.Literal('EOA', { description: 'EOA' })),
  metadata: Type.Optional(Type.Array(Type.Object({ name: Type.Optional(Text), refId: Type.Optional(Text) }))),
});
type CreateWallets = Static<typeof CreateWalletsBody>;

const ListWalletsQuery = Type.Object({
  ...PAGE_FIELDS,
  address: Type.Optional(Address),
  blockchain: Type.Optional(Text),
  refId: Type.Optional(Text),
  scaCore: Type.Optional(Text),
  walletSetId: Type.Optional(Uuid),
});
type ListWallets = Static<typeof ListWalletsQuery>;

/** An invalid address is ignored. */
const BalancesQuery = Type.Object({ tokenAddress: Type.Optional(Text) });

export interface WalletRoutesContext {
  readonly balances: Balances;
  readonly blockchain: string;
  readonly clock: Clock;
  readonly commands: Commands;
  readonly registry: WalletRegistry;
  readonly sequence: Sequence;
  readonly store: ProviderStore;
}

export function walletRoutes(context: WalletRoutesContext, hooks: OperationHooksFactory): FastifyPluginCallbackTypebox {
  const { balances, commands, registry } = context;
  return (app, _options, done) => {
    app.post(
      `${BASE}/developer/walletSets`,
      { ...hooks({ name: 'createWalletSet' }), schema: { body: CreateWalletSetBody } },
      async (request, reply) => {
        const { body } = request;
        const { status, body: answer } = await commands.run(
          { body, faults: faultsOf(request) },
          createWalletSet(context, body.name ?? ''),
        );
        return reply.code(status).send(answer);
      },
    );

    app.post(
      `${BASE}/developer/wallets`,
      { ...hooks({ name: 'createWallets' }), schema: { body: CreateWalletsBody } },
      async (request, reply) => {
        const { body } = request;
        const command = createWallets(context, body);
        const { status, body: answer } = await commands.run({ body, faults: faultsOf(request) }, command);
        return reply.code(status).send(answer);
      },
    );

    app.get(
      `${BASE}/wallets`,
      { ...hooks({ name: 'listWallets' }), schema: { querystring: ListWalletsQuery } },
      async (request, reply) => {
        const page = await listWallets(context, request.query);
        return reply
          .headers(linkHeader(urlOf(request), page))
          .send({ data: { wallets: page.items.map(presentWallet) } });
      },
    );

    app.get(
      `${BASE}/wallets/:id`,
      { ...hooks({ name: 'getWallet', subject: 'wallet' }), schema: { params: IdParams } },
      ({ params }) => ({ data: { wallet: presentWallet(registry.getWallet(params.id)) } }),
    );

    app.get(
      `${BASE}/wallets/:id/balances`,
      {
        ...hooks({ name: 'getBalances', subject: 'wallet' }),
        schema: { params: IdParams, querystring: BalancesQuery },
      },
      async ({ params, query: { tokenAddress = '' } }) => {
        const token = isAddress(tokenAddress) ? tokenAddress.toLowerCase() : undefined;
        const tokenBalances = await balances.of(registry.getWallet(params.id), token);
        return { data: { tokenBalances } };
      },
    );
    done();
  };
}

function createWalletSet({ clock, registry, sequence, store }: WalletRoutesContext, name: string): Command {
  return {
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
  };
}

function createWallets(context: WalletRoutesContext, body: CreateWallets): Command {
  const { registry, store } = context;
  const { walletSetId, blockchains, metadata = [] } = body;
  const count = Number(body.count ?? 1);
  if (metadata.length > 0 && metadata.length !== count) throw new ProviderError('metadataMismatch');
  for (const blockchain of blockchains) checkBlockchain(context.blockchain, blockchain);
  return {
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
  };
}

function newWallet(
  { blockchain, clock, registry, sequence }: WalletRoutesContext,
  walletSetId: string,
  { name = '', refId = '' }: { name?: string; refId?: string } = {},
): WalletRecord {
  const id = newProviderId();
  const address = registry.account(id).address;
  const seq = sequence.next();
  return { id, seq, walletSetId, address, blockchain, name, refId, createDateMs: clock.nowMs() };
}

async function listWallets({ registry }: WalletRoutesContext, query: ListWallets): Promise<Page<WalletRecord>> {
  const page = parsePage(query);
  const [address, walletSetId] = [query.address?.toLowerCase(), query.walletSetId?.toLowerCase()];
  const ordered = isDescending(page) ? [...registry.wallets()].reverse() : registry.wallets();
  const cursor = page.cursor === undefined ? undefined : registry.getWallet(page.cursor.id);
  const rest = cursor === undefined ? ordered : ordered.slice(ordered.indexOf(cursor) + 1);
  const matching = rest.filter(
    (wallet) =>
      wallet.createDateMs >= page.fromMs &&
      wallet.createDateMs <= page.toMs &&
      (address ?? wallet.address) === wallet.address &&
      (walletSetId ?? wallet.walletSetId) === wallet.walletSetId &&
      (query.refId ?? wallet.refId) === wallet.refId &&
      (query.blockchain ?? wallet.blockchain) === wallet.blockchain &&
      query.scaCore === undefined,
  );
  return takePage(matching, page);
}
