import type { Evidence } from '@app/common';
import { plain } from '../http/present.js';
import type { EvidenceDto } from './evidence.dto.js';

export function presentEvidence({ url, sha256, note }: Evidence): EvidenceDto {
  return { url, sha256, note: plain(note) };
}
