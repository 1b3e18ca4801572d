import type { OperationDescription } from '../../openapi/describe.decorator.js';
import { SETTLEMENTS_PAGE } from './settlement.shape.js';

export const SETTLEMENTS_DOCS = {
  ofUser: {
    id: 'listSettlementsOfUser',
    tag: 'Positions and settlements',
    summary: 'List the settlements of a user',
    details: 'Newest first. A user whom nobody knows has none.',
    answers: { 200: { what: 'A page of settlements.', shape: SETTLEMENTS_PAGE } },
    failures: ['settlements_list_failed'],
  },
  ofMarket: {
    id: 'listSettlementsOfMarket',
    tag: 'Positions and settlements',
    summary: 'List the settlements of a market',
    details: 'Newest first. A market that nobody knows has none.',
    answers: { 200: { what: 'A page of settlements.', shape: SETTLEMENTS_PAGE } },
    failures: ['settlements_list_failed'],
  },
} as const satisfies Record<string, OperationDescription>;
