import type { OperationDescription } from '../../openapi/describe.decorator.js';
import { POSITIONS_PAGE } from './position.shape.js';

export const POSITIONS_DOCS = {
  ofUser: {
    id: 'listPositionsOfUser',
    tag: 'Positions and settlements',
    summary: 'List the positions of a user',
    details: 'Newest first. A user whom nobody knows has none.',
    answers: { 200: { what: 'A page of positions.', shape: POSITIONS_PAGE } },
    failures: ['positions_list_failed'],
  },
  ofMarket: {
    id: 'listPositionsOfMarket',
    tag: 'Positions and settlements',
    summary: 'List the positions in a market',
    details: 'Newest first. A market that nobody knows has none.',
    answers: { 200: { what: 'A page of positions.', shape: POSITIONS_PAGE } },
    failures: ['positions_list_failed'],
  },
} as const satisfies Record<string, OperationDescription>;
