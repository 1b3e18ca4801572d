import { plainText } from '@app/common';
import type { AuditEntry } from '@app/operations';
import type { AuditEntryDto } from './audit-entry.dto.js';

export function presentAuditEntry(entry: AuditEntry): AuditEntryDto {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    ended_at: entry.endedAt?.toISOString() ?? null,
    actor: plainText(entry.actor),
    command: entry.command,
    arguments: entry.arguments.map(plainText),
    outcome: entry.outcome,
    detail: plainText(entry.detail),
  };
}
