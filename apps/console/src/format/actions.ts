/** Actions of intents, with their texts for people. */
export const ACTIONS = [
  ['buy_yes', 'Buy YES'],
  ['buy_no', 'Buy NO'],
  ['create_market', 'Create a market'],
  ['close_market', 'Close a market'],
  ['resolve_market', 'Resolve a market'],
  ['cancel_market', 'Cancel a market'],
  ['claim_payout', 'Claim a payout'],
  ['claim_refund', 'Claim a refund'],
] as const;
