/** What a reader should know before any single operation. */
export const INTRODUCTION = [
  'Presage runs prediction markets with two outcomes on a test chain. The core surface keeps records of markets and trade intents; the agent surface lets a program act on the chain without ever holding a key.',
  'An agent works in three steps: create an intent (a preview, nothing is broadcast), confirm it (the answer is the plan, to the letter), execute it. A confirmed intent takes effect at most once, whatever fails in between.',
  'Bodies are JSON, keys are snake_case. Timestamps are RFC 3339 in UTC with milliseconds. Money and quantities are decimal strings in display units, never JSON numbers; what stands in `readback` is in the token’s smallest unit. Unknown fields in a body are ignored, unknown parameters of a list are refused.',
  'Lists answer at most 50 items and a `next_cursor`; sending it as `cursor` gives the next page, without gaps or repeats while rows are being added. A path that serves GET serves HEAD as well, and OPTIONS tells what a path serves.',
  'Every error has the same envelope, `{"error": {"code", "message"}}`. Programs go by the code. Besides what each operation lists, an unknown path answers 404 `not_found`, and a known one with another method 405 `method_not_allowed` with `Allow`.',
  'Unless the service runs with `AUTH_MODE=api_key`, no request is authenticated: `agent_id` is an identifier and not a credential. With it, writes need a key (`Authorization: Bearer presage_…`) that is bound to the agent; reads need none. Once an agent’s owner has verified a mailbox, the wallet’s limits can be tightened by anyone and loosened by the owner alone.',
].join('\n\n');
