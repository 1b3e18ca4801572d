/** Webhooks `w` that deliver the events of an agent. @param agent SQL expression. @param account of the agent's account */
export const receivesOf = (agent: string, account: string): string =>
  `(w.account_id = ${account} OR (w.account_id IS NULL AND ${account} IS NULL))
        AND (w.agent_ids IS NULL OR ${agent} = ANY (w.agent_ids))`;

/** Cursors of webhooks follow the logs of their agents. */
export const WEBHOOK_FUNCTIONS_SQL = `
  CREATE OR REPLACE FUNCTION webhooks_key(account uuid) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT hashtext(coalesce(account::text, '')) & 255
  $$;
  COMMENT ON FUNCTION webhooks_key IS
    'advisory lock, with the oid of webhooks: shared to append events of agents, exclusive to create and delete webhooks. '
    'Accounts share 256 keys: the indexer appends events of all accounts in one transaction, and the lock table is small';

  -- An agent that joins an account brings the events that its log has. The lock on the log's head orders this with events.
  CREATE OR REPLACE FUNCTION move_webhook_cursors() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    of_log text := 'agent:' || NEW.agent_id;
    head bigint;
  BEGIN
    PERFORM pg_advisory_xact_lock_shared('webhooks'::regclass::oid::integer, webhooks_key(NEW.account_id));
    INSERT INTO event_logs (log) VALUES (of_log) ON CONFLICT DO NOTHING;
    SELECT head_seq INTO head FROM event_logs WHERE log = of_log FOR NO KEY UPDATE;
    IF TG_OP = 'UPDATE' THEN
      UPDATE webhook_cursors SET pending_since = NULL WHERE log = of_log AND pending_since IS NOT NULL
        AND webhook_id IN (SELECT w.id FROM webhooks AS w WHERE ${receivesOf('NEW.agent_id', 'OLD.account_id')});
    END IF;
    INSERT INTO webhook_cursors AS c (webhook_id, log, seq, head_seq, pending_since)
      SELECT w.id, of_log, 0, head, clock_timestamp() FROM webhooks AS w
      WHERE head > 0 AND w.status <> 'ended' AND ${receivesOf('NEW.agent_id', 'NEW.account_id')}
    ON CONFLICT (webhook_id, log) DO UPDATE SET head_seq = excluded.head_seq,
      pending_since = CASE WHEN c.seq < excluded.head_seq THEN excluded.pending_since END;
    IF FOUND THEN
      PERFORM pg_notify('presage', 'webhooks:pending');
    END IF;
    RETURN NULL;
  END $$;`;
