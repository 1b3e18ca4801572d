/** The chapters of the API's description, in reading order. */
export const TAGS = {
  Markets:
    'Markets with two outcomes: list, read and create records. A market that lives on the chain says so in `onchain`.',
  'Trade intents': 'Records of what somebody means to trade. Nothing here reaches the chain.',
  'Positions and settlements': 'What users hold, how markets ended, and what is owed for it.',
  Onboarding: 'An agent’s owner proves a mailbox by a passcode; the agent gets a wallet and a session.',
  'Agent wallets':
    'Who may spend through an agent’s wallet, on what, and how much at once. Keys stay with the wallet provider.',
  'Agent intents':
    'What an agent asks for, in three steps: create a preview, confirm the plan, execute it. A confirmed intent takes effect at most once.',
  'Agent records': 'What an agent holds, and what it did.',
  Chain: 'Where the contracts are.',
  Service: 'Whether the service works, and this description of it.',
} as const;

export type Tag = keyof typeof TAGS;
