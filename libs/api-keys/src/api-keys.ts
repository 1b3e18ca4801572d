import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '@app/common';
import { errorFields, type Logger } from '@app/observability';
import type { Sql } from '@app/persistence';
import { type ApiKey, type PresentedKey, readKey } from './api-key.js';
import { findValidKey, noteUse } from './api-key-statements.js';

/** A revoked key works for so long at the most, where it was used just before. */
const REMEMBERED_MS = 5_000;
const MAX_REMEMBERED = 10_000;
const NOTED_INTERVAL_MS = 60_000;

export interface ApiKeysParts {
  database: Sql;
  clock: Clock;
  log: Logger;
}

interface Remembered {
  key: ApiKey;
  hash: string;
  untilMs: number;
}

/** Judges presented keys. Valid ones are remembered for a moment, so that a busy agent costs no query a request. */
export class ApiKeys {
  private readonly remembered = new Map<string, Remembered>();
  private readonly notedMs = new Map<string, number>();

  constructor(private readonly parts: ApiKeysParts) {}

  /** @returns the key that the text is, or null when it is none, is unknown, has expired or was revoked */
  async authenticate(text: string): Promise<ApiKey | null> {
    const presented = readKey(text);
    if (presented === null) return null;
    const found = await this.find(presented);
    if (found === null || !isSame(found.hash, presented.hash)) return null;
    this.note(found.key);
    return found.key;
  }

  private async find({ prefix }: PresentedKey): Promise<Remembered | null> {
    const nowMs = this.parts.clock.nowMs();
    const known = this.remembered.get(prefix);
    if (known !== undefined && known.untilMs > nowMs) return known;
    const found = await findValidKey(this.parts.database, prefix);
    this.remembered.delete(prefix);
    if (found === null) return null;
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    const untilMs = Math.min(nowMs + REMEMBERED_MS, found.key.expiresAt.getTime());
    const entry = { ...found, untilMs };
    this.remembered.set(prefix, entry);
    return entry;
  }

  /** Not a write for every request, and nobody waits for it. */
  private note({ id }: ApiKey): void {
    const nowMs = this.parts.clock.nowMs();
    if ((this.notedMs.get(id) ?? -Infinity) > nowMs - NOTED_INTERVAL_MS) return;
    if (this.notedMs.size >= MAX_REMEMBERED) this.notedMs.clear();
    this.notedMs.set(id, nowMs);
    noteUse(this.parts.database, id, NOTED_INTERVAL_MS).catch((error: unknown) => {
      this.parts.log.warn({ event: 'api_key.use_not_noted', keyId: id, ...errorFields(error) });
    });
  }
}

/** Takes as long for a hash that is nearly right as for one that is not. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'));
}
