import type { OpenAPIObject } from '@nestjs/swagger';
import { isRecord, toChecksumAddress } from '@app/common';
import type { ApiSettings } from '@app/config';
import { EXAMPLE } from './examples.js';

/** Time from the start of the service to the close times in its examples. */
const CLOSES_AFTER_MS = 30 * 86_400_000;

/** A copy whose examples have values that this service accepts: its token, and a close time within the factory's limit. */
export function withLiveExamples(
  document: OpenAPIObject,
  { COLLATERAL_ADDRESS }: Pick<ApiSettings, 'COLLATERAL_ADDRESS'>,
  nowMs: number,
): OpenAPIObject {
  const live = structuredClone(document);
  const values = new Map<unknown, string>([
    [EXAMPLE.collateral, toChecksumAddress(COLLATERAL_ADDRESS)],
    [EXAMPLE.closesAt, new Date(nowMs + CLOSES_AFTER_MS).toISOString()],
  ]);
  replaceIn(live, values);
  return live;
}

function replaceIn(node: unknown, values: ReadonlyMap<unknown, string>): void {
  if (!isRecord(node) && !Array.isArray(node)) return;
  for (const [key, value] of Object.entries(node)) {
    const live = values.get(value);
    if (live === undefined) replaceIn(value, values);
    else Reflect.set(node, key, live);
  }
}
