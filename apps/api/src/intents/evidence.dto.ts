import { ApiSchema } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { ApiText } from '../docs/properties.js';
import { requestField } from '../http/validation/field.js';
import { PublicText, PublicUrl } from '../http/validation/fields.js';

const URL_EXAMPLE = 'https://www.ipma.pt/reports/2099-12-31.pdf';
const SHA256_EXAMPLE = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const NOTE_EXAMPLE = 'Page 3: 4 mm of rain in Lisboa.';

@ApiSchema({ name: 'EvidenceInput', description: 'Evidence for an outcome, which everyone can read.' })
export class EvidenceInputDto {
  @PublicUrl({ description: 'Public HTTPS URL of the evidence. The service never fetches it.', example: URL_EXAMPLE })
  url: string;

  @requestField(
    { description: 'SHA-256 of the content at the URL, hexadecimal.', example: SHA256_EXAMPLE, default: null },
    {
      schema: { type: 'string', pattern: '^[0-9a-fA-F]{64}$' },
      parse: (value) => (typeof value === 'string' ? value.toLowerCase() : value),
      rules: [Matches(/^[0-9a-f]{64}$/, { message: '$property must be 64 hex digits' })],
    },
  )
  sha256: string | null;

  @PublicText(2_000, { description: 'Note to readers.', example: NOTE_EXAMPLE, default: null })
  note: string | null;
}

@ApiSchema({ name: 'Evidence', description: 'Evidence for an outcome, as its resolver has stated it.' })
export class EvidenceDto {
  @ApiText({ description: 'URL of the evidence. The service has not fetched it.', example: URL_EXAMPLE, format: 'uri' })
  url: string;

  @ApiText({
    description: 'SHA-256 of the content at the URL, hexadecimal.',
    null: 'if not given',
    example: SHA256_EXAMPLE,
  })
  sha256: string | null;

  @ApiText({ description: 'Note to readers.', null: 'if not given', example: NOTE_EXAMPLE })
  note: string | null;
}

export const EVIDENCE_EXAMPLE = { url: URL_EXAMPLE, sha256: SHA256_EXAMPLE, note: NOTE_EXAMPLE };
