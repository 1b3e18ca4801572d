import type { OpsCommand } from '../cli/command.js';
import { limitAccount, showAccountBudget } from './account-limits.js';
import { createAccount, listAccounts } from './accounts.js';
import { checkArchive, createArchive, listArchives } from './archive.js';
import { listAuditLog } from './audit.js';
import { listExecutions, showExecution } from './executions.js';
import { createFirstAccount } from './first-account.js';
import { createKey, listApiKeys, revokeApiKey } from './keys.js';
import { listLanes, releaseLane, showLane } from './lanes.js';
import { listPauses, pause, resume } from './pause.js';
import { rebuildIndex, showIndex } from './read-models.js';
import { reencryptKeys } from './reencrypt.js';
import { restored } from './restored.js';
import { settleExecution } from './settle-execution.js';
import { bindUser, createUser, listUsers } from './users.js';
import { verify } from './verify.js';
import { listWebhooks, resumeWebhook } from './webhooks.js';
import { why } from './why.js';
import { enable, rebindOwner, releaseOwner, showWallet } from './wallets.js';

/** All commands of `npm run ops`, in the order of its help. */
export const COMMANDS: readonly OpsCommand[] = [
  pause,
  resume,
  listPauses,
  why,
  listLanes,
  showLane,
  releaseLane,
  showWallet,
  releaseOwner,
  rebindOwner,
  enable,
  listExecutions,
  showExecution,
  settleExecution,
  listWebhooks,
  resumeWebhook,
  restored,
  verify,
  createArchive,
  listArchives,
  checkArchive,
  showIndex,
  rebuildIndex,
  createAccount,
  createFirstAccount,
  listAccounts,
  limitAccount,
  showAccountBudget,
  createUser,
  bindUser,
  listUsers,
  createKey,
  listApiKeys,
  revokeApiKey,
  reencryptKeys,
  listAuditLog,
];
