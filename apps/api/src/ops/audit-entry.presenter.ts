import { plainText } from '@app/common';
import type { AuditEntry } from '@app/operations';
import { present } from '../http/present.js';
import { AuditEntryDto } from './audit-entry.dto.js';

export function presentAuditEntry(entry: AuditEntry): AuditEntryDto {
  const [actor, detail] = [plainText(entry.actor), plainText(entry.detail)];
  return present(AuditEntryDto, { ...entry, actor, detail, arguments: entry.arguments.map(plainText) });
}
