import type { Clock } from '@app/common';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import { newProviderId } from '../domain/transaction.js';
import type { Accounts } from '../engine/account.js';
import type { ProviderStore, WalletRecord } from '../store/provider-store.js';
import type { SecretVault } from '../store/secret-vault.js';
import type { Balances } from './balances.js';
import type { Command, Commands } from './commands.js';
import { presentWallet, presentWalletSet } from './presenters.js';
import { checkBlockchain, COMMAND_FIELDS, IdParams, Text, Uuid } from './schemas.js';

const BASE = '/v1/w3s';
const MAX_WALLETS_PER_CALL = 200;

const CreateWalletSetBody = Type.Object({ ...COMMAND_FIELDS, name: Type.Optional(Text) });

const CreateWalletsBody = Type.Object({
  ...COMMAND_FIELDS,
  walletSetId: Uuid,
  blockchains: Type.Array(Text, { minItems: 1, maxItems: 1 }),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_WALLETS_PER_CALL })),
  accountType: Type.Optional(Type.Literal('EOA')),
  metadata: Type.Optional(Type.Array(Type.Object({ name: Type.Optional(Text), refId: Type.Optional(Text) }))),
});
type CreateWallets = Static<typeof CreateWalletsBody>;

interface WalletRoutesContext {
  readonly accounts: Accounts;
  readonly balances: Balances;
  readonly blockchain: string;
  readonly clock: Clock;
  readonly commands: Commands;
  readonly store: ProviderStore;
  readonly vault: SecretVault;
}

export function walletRoutes(context: WalletRoutesContext): FastifyPluginCallbackTypebox {
  const { balances, commands, store, vault } = context;
  return (app, _options, done) => {
    // Also the readiness check of `npm start`: without the key, which the first start generates, no write is possible.
    app.get('/ping', async () => {
      await vault.publicKeyPem();
      return { message: 'pong' };
    });

    app.get(`${BASE}/config/entity/publicKey`, async () => ({
      data: { publicKey: await vault.publicKeyPem() },
    }));

    app.post(`${BASE}/developer/walletSets`, { schema: { body: CreateWalletSetBody } }, async ({ body }, reply) =>
      commands.run({ reply, body }, createWalletSet(context, body.name ?? '')),
    );

    app.post(`${BASE}/developer/wallets`, { schema: { body: CreateWalletsBody } }, async ({ body }, reply) =>
      commands.run({ reply, body }, createWallets(context, body)),
    );

    app.get(`${BASE}/wallets/:id/balances`, { schema: { params: IdParams } }, async ({ params }) => ({
      data: { tokenBalances: await balances.of(store.getWallet(params.id)) },
    }));
    done();
  };
}

function createWalletSet({ clock }: WalletRoutesContext, name: string): Command {
  return {
    endpoint: 'createWalletSet',
    newStatus: 201,
    prepare: () => {
      const set = { id: newProviderId(), name, createDateMs: clock.nowMs() };
      return { data: { walletSet: presentWalletSet(set) }, changes: { walletSets: [set] } };
    },
  };
}

function createWallets({ accounts, blockchain, clock, store }: WalletRoutesContext, body: CreateWallets): Command {
  const { blockchains, count = 1, metadata = [] } = body;
  for (const requested of blockchains) checkBlockchain(blockchain, requested);
  return {
    endpoint: 'createWallets',
    newStatus: 201,
    prepare: () => {
      const { id: walletSetId } = store.getSet(body.walletSetId);
      const wallets = Array.from({ length: count }, (_, index): WalletRecord => {
        const [id, { name = '', refId = '' } = {}] = [newProviderId(), metadata[index]];
        const { address } = accounts.get(id);
        return { id, walletSetId, address, blockchain, name, refId, createDateMs: clock.nowMs() };
      });
      return { data: { wallets: wallets.map(presentWallet) }, changes: { wallets } };
    },
  };
}
