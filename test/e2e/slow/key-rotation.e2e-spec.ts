import { derivePasscode } from '@app/agents';
import { Secret } from '@app/common';
import { startStack } from '../../support/index.js';
import { restartProcesses, ROLLING_SETTINGS } from '../rolling-restart/rolling-restart.js';
import { awaitMail } from '../support/await-mail.js';
import { useProduct } from '../support/product.js';

const NEW = { seal: '5a'.repeat(32), passcode: '5b'.repeat(32) };
const AGENT_ID = 'agent_rotating_1';
const MAILBOX = 'rotating@example.com';

describe('a change of keys under load', () => {
  const product = useProduct(() => startStack({ apis: 2, workers: 2, env: ROLLING_SETTINGS }));

  /** Restarts all processes with the settings, one after the other, while clients execute. */
  async function roll(worker: Readonly<Record<string, string>>, api: Readonly<Record<string, string>>): Promise<void> {
    for (const process of product.stack.workers) process.settings = { ...worker, ...api };
    for (const process of product.stack.apis) process.settings = api;
    const report = await restartProcesses(product.stack, 4, () => undefined);
    expect(report).toMatchObject({ unclean: [], executedOnce: report.accepted, tally: { serverErrors: new Map() } });
    expect(report.accepted).toBeGreaterThan(0);
  }

  async function startOnboarding(key: Secret): Promise<{ id: string; otp: string }> {
    const agent = product.agent(AGENT_ID);
    const fields = { agent_id: AGENT_ID, user_email: MAILBOX };
    const { status, body } = await agent.post('/agent/onboarding/start', fields);
    expect(status).toBe(201);
    const id: string = body.onboarding.onboarding_id;
    const otp = derivePasscode(key, id);
    await awaitMail(product, MAILBOX, otp);
    return { id, otp };
  }

  const verify = ({ id, otp }: { id: string; otp: string }) =>
    product.agent(AGENT_ID).post('/agent/onboarding/verify', { onboarding_id: id, otp });

  it('fails nothing, violates no seal, and keeps pending passcodes right', async () => {
    const { stepSealKey, passcodeKey } = product.stack.secrets;
    await roll({ STEP_SEAL_KEY_PREVIOUS: NEW.seal }, { PASSCODE_KEY_PREVIOUS: NEW.passcode });
    const pending = await startOnboarding(passcodeKey);
    await roll(
      { STEP_SEAL_KEY: NEW.seal, STEP_SEAL_KEY_PREVIOUS: stepSealKey.reveal() },
      { PASSCODE_KEY: NEW.passcode, PASSCODE_KEY_PREVIOUS: passcodeKey.reveal() },
    );
    expect((await verify(pending)).status).toBe(200);
    expect((await verify(await startOnboarding(new Secret(NEW.passcode)))).status).toBe(200);
    const violated = `SELECT count(*)::int AS count FROM logged_events WHERE type = 'step.seal_violated'`;
    expect((await (await product.connectToDatabase()).query(violated)).rows).toEqual([{ count: 0 }]);
  });
});
