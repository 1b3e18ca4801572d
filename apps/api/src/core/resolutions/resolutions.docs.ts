import type { OperationDescription } from '../../openapi/describe.decorator.js';
import * as wire from '../../openapi/wire/index.js';
import { RESOLUTION } from './resolution.shape.js';

export const RESOLUTIONS_DOCS = {
  get: {
    id: 'getResolution',
    tag: 'Positions and settlements',
    summary: 'Read how a market ended',
    answers: { 200: { what: 'The resolution.', shape: wire.object({ resolution: RESOLUTION }) } },
    failures: ['resolution_not_found', 'resolution_get_failed'],
  },
} as const satisfies Record<string, OperationDescription>;
