import { typedTour } from '../client/typed-tour.js';
import { activityList } from './agent/activity-list.js';
import { executionsList } from './agent/executions-list.js';
import { intentsCancel } from './agent/intents-cancel.js';
import { intentsConfirm } from './agent/intents-confirm.js';
import { intentsCreate } from './agent/intents-create.js';
import { intentsExecute } from './agent/intents-execute.js';
import { intentsGet } from './agent/intents-get.js';
import { onboardingGet } from './agent/onboarding-get.js';
import { onboardingStart } from './agent/onboarding-start.js';
import { onboardingVerify } from './agent/onboarding-verify.js';
import { portfolioGet } from './agent/portfolio-get.js';
import { providerFailures } from './agent/provider-failures.js';
import { sessionsGet } from './agent/sessions-get.js';
import { walletsBalance } from './agent/wallets-balance.js';
import { walletsDisable } from './agent/wallets-disable.js';
import { walletsFaucet } from './agent/wallets-faucet.js';
import { walletsGet } from './agent/wallets-get.js';
import { walletsRegister } from './agent/wallets-register.js';
import { IS_OURS, useProduct } from './support/product.js';

/** One product for all of them: starting it takes longer than most of them. */
describe('the agent surface', () => {
  const product = useProduct();

  onboardingStart(product);
  onboardingVerify(product);
  onboardingGet(product);
  sessionsGet(product);
  walletsRegister(product);
  walletsGet(product);
  walletsDisable(product);
  walletsBalance(product);
  walletsFaucet(product);
  intentsCreate(product);
  intentsGet(product);
  intentsConfirm(product);
  intentsExecute(product);
  intentsCancel(product);
  executionsList(product);
  portfolioGet(product);
  activityList(product);
  typedTour(product);
  if (IS_OURS) providerFailures(product);
});
