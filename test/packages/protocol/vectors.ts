import { actVectors } from './act-vectors.js';
import { requestVectors } from './request-vectors.js';
import { readVectors } from './read-vectors.js';
import type { Vector } from './vector.js';

/** What both SDKs must do on the wire. */
export const VECTORS: readonly Vector[] = [...requestVectors(), ...actVectors(), ...readVectors()];
