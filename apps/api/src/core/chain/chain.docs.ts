import type { OperationDescription } from '../../openapi/describe.decorator.js';
import { EXAMPLE } from '../../openapi/examples.js';
import * as wire from '../../openapi/wire/index.js';
import type { ContractBody } from './chain.controller.js';

const CONTRACT = wire.named<ContractBody>('ContractMetadata', 'Where the contracts are.', {
  network: wire.text('The chain’s display name.', 'Presage devnet'),
  chain_id: wire.integer('The chain’s id.', 31_999, { min: 1 }),
  prediction_market: wire.address('The factory of all markets.', EXAMPLE.factory),
  collateral_erc20_interface: wire.address('The token that stakes are made in.', EXAMPLE.collateral),
  explorer: wire.text('A block explorer.', 'http://127.0.0.1:8545'),
  prototype: wire.flag('Whether the contracts are a prototype.', true),
  production_approved: wire.flag('Whether anyone has approved them for real money.', false),
  status: wire.text('Whether they are in use.', 'active'),
});

export const CHAIN_DOCS = {
  contract: {
    id: 'getContractMetadata',
    tag: 'Chain',
    summary: 'Read where the contracts are',
    answers: { 200: { what: 'The contract metadata.', shape: CONTRACT } },
    failures: [],
  },
} as const satisfies Record<string, OperationDescription>;
