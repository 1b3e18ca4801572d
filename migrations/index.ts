import { Accounts1795700000001 } from './1795700000001-accounts.js';
import { Markets1795700000002 } from './1795700000002-markets.js';
import { ChainIndex1795700000003 } from './1795700000003-chain-index.js';
import { Agents1795700000004 } from './1795700000004-agents.js';
import { Engine1795700000005 } from './1795700000005-engine.js';
import { Workers1795700000006 } from './1795700000006-workers.js';
import { Budgets1795700000007 } from './1795700000007-budgets.js';
import { Events1795700000008 } from './1795700000008-events.js';
import { Webhooks1795700000009 } from './1795700000009-webhooks.js';
import { Archives1795700000010 } from './1795700000010-archives.js';

export { applyFunctions } from './functions/index.js';

/**
 * Oldest version whose processes run on this schema. The migration that removes what they use raises it, one version after the
 * code stopped using that.
 */
export const OLDEST_SERVED_VERSION = '0.1.0';

export const MIGRATIONS = [
  Accounts1795700000001,
  Markets1795700000002,
  ChainIndex1795700000003,
  Agents1795700000004,
  Engine1795700000005,
  Workers1795700000006,
  Budgets1795700000007,
  Events1795700000008,
  Webhooks1795700000009,
  Archives1795700000010,
] as const;
