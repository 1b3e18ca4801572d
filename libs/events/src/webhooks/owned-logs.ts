/**
 * Join of the webhooks `w` with the users `u` whose agents' logs they deliver. The condition for agents of no account is
 * separate, so that both can use an index.
 */
export const OWNED_AGENTS = `u.agent_id IS NOT NULL
  AND (u.account_id = w.account_id OR (u.account_id IS NULL AND w.account_id IS NULL))
  AND (w.agent_ids IS NULL OR u.agent_id = ANY (w.agent_ids))`;
