import { useMutation } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Action, type Intent, PresageError, takes } from '@presage/sdk';
import { presage } from '../data/query-client.js';
import { actingAgent, apiKey, setActingAgent } from '../data/session.js';
import { useStore } from '../data/store.js';
import { ChecksPanel } from '../intents/checks-panel.js';
import { linkTo } from '../routing/route.js';
import { Problem } from '../ui/async.js';
import { Panel } from '../ui/parts.js';
import { CodeLine } from '../ui/values.js';
import { CallForm } from './call-form.js';
import { buildAction, type CallFields, type MarketContract } from './call-fields.js';
import { sameCalls } from './same-calls.js';

const PREVIEW_TIMEOUT_MS = 20_000;

interface Built {
  readonly fields: CallFields;
  readonly action: Action;
  readonly intent: Intent;
}

/** Previews an action, and shows the same call of every client. It executes nothing. */
export function BuildPage(): JSX.Element {
  const [fields, setFields] = useState<CallFields>(newFields);
  const build = useMutation({
    mutationFn: async (given: CallFields): Promise<Built> => {
      const action = buildAction(given, await findContract(given));
      return { fields: given, action, intent: await presage().preview(action, { timeoutMs: PREVIEW_TIMEOUT_MS }) };
    },
    onSuccess: ({ intent }) => setActingAgent(intent.agent_id),
  });
  return (
    <>
      <h1>Build</h1>
      <p class="muted">
        Fill in an action and preview it. Nothing is sent. Below the preview is the same call for each client.
      </p>
      <div class="grid">
        <Panel title="Action">
          <CallForm
            fields={fields}
            onFields={setFields}
            isPending={build.isPending}
            onSubmit={() => build.mutate(fields)}
          />
          {build.error !== null && <Problem error={build.error} />}
        </Panel>
        {build.data !== undefined && <Result built={build.data} />}
      </div>
    </>
  );
}

function Result({ built: { fields, action, intent } }: { readonly built: Built }): JSX.Element {
  const needsKey = useStore(apiKey) !== null;
  const calls = sameCalls({ baseUrl: location.origin, needsKey, fields, action, intent });
  return (
    <>
      <section class="panel">
        <ChecksPanel intent={intent} />
        <p>
          <a href={linkTo('intents', intent.intent_id)}>Plan and execution of this intent</a>
        </p>
      </section>
      <Panel title="The same call" wide>
        <p class="muted">
          All four name the same purpose, so together they have at most one effect. Another effect needs another
          purpose.
        </p>
        <h3>curl</h3>
        <CodeLine label="curl" text={calls.curl} />
        <h3>SDK</h3>
        <CodeLine label="SDK" text={calls.sdk} />
        <h3>Command line</h3>
        <CodeLine label="Command line" text={calls.cli} />
        <h3>MCP</h3>
        <CodeLine label="MCP" text={calls.mcp} />
        <p class="muted">The tool plans the action. Its answer names the call of execute_intent.</p>
      </Panel>
    </>
  );
}

/** @throws PresageError for a market that is not on the chain */
async function findContract({ action, market }: CallFields): Promise<MarketContract | null> {
  if (!takes(action, 'market_contract_address')) return null;
  const { onchain } = await presage().findMarket(market.trim());
  if (onchain === null) {
    throw new PresageError({
      code: 'market_not_open',
      message: 'The market is a record without a contract.',
      status: 400,
    });
  }
  return { market_id: onchain.market_id, market_contract_address: onchain.market_contract_address };
}

function newFields(): CallFields {
  const purpose = `build ${new Date().toISOString().slice(0, 19)}`;
  const none = { market: '', question: '', closesAt: '' };
  return { ...none, agentId: actingAgent.get(), action: 'buy_yes', purpose, amount: '5', outcome: 'yes' };
}
