import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { type AgentWallet, enableWallet, isEmailAddress, rebindWallet, releaseWallet } from '@app/agents';
import { parseAddress } from '@app/common';
import { type SqlSession, violatedConstraint } from '@app/persistence';
import { defineCommand, type OpsContext, type OpsResult, RefusedError, UsageError } from '../cli/command.js';
import { type Cell, sheet } from '../cli/table.js';

const AGENT_ID = ['<agent-id>', 'id, such as agent_alice_01'] as const;

export const showWallet = defineCommand({
  name: 'wallets show',
  changes: false,
  define: (command, run) =>
    command
      .description('Show the wallet of an agent: its status, its owner and its address')
      .argument(...AGENT_ID)
      .action((agentId) => run((context) => show(context, agentId))),
});

async function show({ database }: OpsContext, agentId: string): Promise<OpsResult> {
  const wallet = await database.queryOne<Record<string, Cell>>(
    `SELECT agent_id, status, frozen_at, paused, owner_email, email_verified_at, agent_wallet_address,
       provider_wallet_id IS NOT NULL AS held_by_provider
     FROM agent_wallets WHERE agent_id = $1`,
    [agentId],
  );
  if (wallet === null) throw new RefusedError(`${agentId} has no wallet`);
  return { lines: sheet(wallet), data: { wallet } };
}

export const releaseOwner = defineCommand({
  name: 'wallets release',
  changes: true,
  define: (command, run) =>
    command
      .summary('Forget the verified mailbox of an agent')
      .description(
        'Forgets the verified mailbox of an agent, and its address if the wallet provider does not hold it.\n\n' +
          'The next mailbox that is verified owns the agent. Pending passcodes become void. ' +
          'Actions, limits, status and a freeze stay. Prefer `wallets rebind` when the mailbox of the owner is known.',
      )
      .argument(...AGENT_ID)
      .action((agentId) => run((context) => release(context, agentId))),
});

async function release({ database }: OpsContext, agentId: string): Promise<OpsResult> {
  const before = assertFound(agentId, await database.transaction((tx) => releaseWallet(tx, agentId)));
  const dropped = before.providerWalletId === null ? before.agentWalletAddress : null;
  const note = dropped === null ? '' : `, and the address ${dropped} is forgotten`;
  return { lines: [`${agentId} has no owner${note}`], data: { agent_id: agentId, forgotten_address: dropped } };
}

export const rebindOwner = defineCommand({
  name: 'wallets rebind',
  changes: true,
  define: (command, run) =>
    command
      .summary('Give an agent another mailbox or address')
      .description(
        'Gives an agent another mailbox or, if the wallet provider does not hold its wallet, another address.\n\n' +
          'The mailbox counts as verified: the operator vouches for it. Pending passcodes become void.',
      )
      .argument(...AGENT_ID)
      .addOption(new Option('--email <address>', 'mailbox of the owner').argParser(emailAddress))
      .addOption(new Option('--address <address>', '0x and 40 hex digits').argParser(walletAddress))
      .action((agentId, binding) => run((context) => rebind(context, agentId, binding))),
});

interface Binding {
  readonly email?: string;
  readonly address?: string;
}

async function rebind({ database }: OpsContext, agentId: string, binding: Binding): Promise<OpsResult> {
  const { email, address } = binding;
  if (email === undefined && address === undefined) throw new UsageError('expected --email, --address or both');
  const before = assertFound(agentId, await database.transaction((tx) => rebindIfAllowed(tx, agentId, binding)));
  const changes = [
    ...(email === undefined ? [] : [before.emailVerifiedAt === null ? 'an owner' : 'another owner']),
    ...(address === undefined ? [] : [`the address ${address} instead of ${before.agentWalletAddress ?? 'none'}`]),
  ];
  return { lines: [`${agentId} has ${changes.join(' and ')}`], data: { agent_id: agentId, ...binding } };
}

async function rebindIfAllowed(tx: SqlSession, agentId: string, binding: Binding): Promise<AgentWallet | null> {
  try {
    const before = await rebindWallet(tx, agentId, binding);
    if (binding.address === undefined || before === null || before.providerWalletId === null) return before;
  } catch (error) {
    if (violatedConstraint(error) !== 'agent_wallets_agent_wallet_address_key') throw error;
    throw new RefusedError(`${binding.address} belongs to another agent`);
  }
  throw new RefusedError(`the wallet provider holds the wallet of ${agentId}, so its address stays`);
}

export const enable = defineCommand({
  name: 'wallets enable',
  changes: true,
  define: (command, run) =>
    command
      .summary('Make a disabled or frozen wallet active')
      .description('Makes a disabled or frozen wallet active. Cancelled intents stay cancelled.')
      .argument(...AGENT_ID)
      .action((agentId) => run((context) => enableIfFound(context, agentId))),
});

async function enableIfFound({ database }: OpsContext, agentId: string): Promise<OpsResult> {
  const before = assertFound(agentId, await database.transaction((tx) => enableWallet(tx, agentId)));
  const was = [...(before.status === 'disabled' ? ['disabled'] : []), ...(before.frozenAt === null ? [] : ['frozen'])];
  const note = was.length === 0 ? ', as before' : `; it was ${was.join(' and ')}`;
  return { lines: [`the wallet of ${agentId} is active${note}`], data: { agent_id: agentId, was } };
}

function assertFound(agentId: string, wallet: AgentWallet | null): AgentWallet {
  if (wallet === null) throw new RefusedError(`${agentId} has no wallet`);
  return wallet;
}

function emailAddress(text: string): string {
  if (isEmailAddress(text)) return text;
  throw new InvalidArgumentError('It must be an e-mail address.');
}

function walletAddress(text: string): string {
  const address = parseAddress(text);
  if (address !== null) return address;
  throw new InvalidArgumentError('It must be 0x and 40 hex digits, with a valid checksum if in mixed case.');
}
