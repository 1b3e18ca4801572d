/** Chapters of the API's description, in reading order: a first trade needs the first three. */
export const TAGS = {
  Markets: 'Markets with two outcomes: list, read and create records. `onchain` is set for a market on the chain.',
  'Agent wallets':
    'Wallets of agents: allowed actions, limits, budget, balance and faucet. The wallet provider holds the keys.',
  'Agent intents':
    'Actions of an agent, in one request or in three steps: create a preview, confirm the plan, execute it. A confirmed intent takes effect at most once.',
  'Agent records': 'Portfolio and activity of an agent.',
  Onboarding: 'The owner of an agent verifies a mailbox with a passcode. The agent gets a wallet and a session.',
  Events: 'Logs of what happened to an agent or a market, to read page by page, to wait for, or to stream.',
  Webhooks: 'Events of agents, sent to a URL: signed, in order, each at least once.',
  Chain: 'Addresses of the contracts.',
  'Trade intents': 'Records of intended trades. They are never executed on the chain.',
  'Positions and settlements': 'Stakes of users, resolutions of markets, and the payouts and refunds that follow.',
  Operators:
    'State of lanes, executions and workers, for keys of the scope `operator`. Changes are commands of `npm run ops`.',
  Service: 'Health of the service and description of its API.',
} as const;
