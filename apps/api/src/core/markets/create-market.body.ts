import { DEFAULT_COLLATERAL_ASSET, EXECUTION_CHAIN } from '@app/common';
import {
  MAX_COVER_IMAGE_URL_LENGTH,
  DEFAULT_LABELS,
  isPublicHttpsUrl,
  type MarketTerms,
  marketTimeProblems,
} from '@app/markets';
import {
  Field,
  type FieldType,
  OptionalField,
  Refused,
  RefusedField,
  text,
  timestamp,
  trimmed,
  uuid,
} from '../../http/index.js';
import { EXAMPLE } from '../../openapi/examples.js';

const SHORT = { max: 200, trim: true };
const LONG = { max: 10_000, trim: true };

export class CreateMarketBody {
  @Field(trimmed(uuid()), { doc: 'The user whose market it is; must exist.', example: EXAMPLE.userId })
  creator_user_id: string;

  @Field(text({ max: 500, trim: true }), { doc: 'The question.', example: EXAMPLE.question })
  title: string;

  @OptionalField(text(LONG), { fallback: null, doc: 'What counts as YES, in as many words as it takes.' })
  description: string | null;

  @OptionalField(text(SHORT), { fallback: null, doc: 'A word to filter lists by.', example: 'weather' })
  category: string | null;

  @OptionalField(coverImageUrl(), {
    fallback: null,
    doc: 'A public HTTPS URL of a picture. It is recorded and never fetched; image data is not taken.',
    example: 'https://images.example.com/lisbon.png',
  })
  cover_image_url: string | null;

  @OptionalField(text(SHORT), { fallback: DEFAULT_LABELS.yes, doc: 'What YES is called.' })
  outcome_yes_label: string;

  @OptionalField(text(SHORT), { fallback: DEFAULT_LABELS.no, doc: 'What NO is called.' })
  outcome_no_label: string;

  @OptionalField(text(LONG), { fallback: DEFAULT_COLLATERAL_ASSET, doc: 'The token that stakes are made in.' })
  collateral_asset: string;

  @Field(text(LONG), { doc: 'The network that the market belongs to.', example: EXECUTION_CHAIN })
  chain: string;

  @OptionalField(text(LONG), { fallback: null, doc: 'Where the outcome is read off.', example: 'IPMA, station Lisboa' })
  resolution_source: string | null;

  @OptionalField(trimmed(timestamp()), {
    fallback: null,
    doc: 'When trading begins; before `closes_at`. Until then the market is a `DRAFT`.',
  })
  opens_at: Date | null;

  @Field(trimmed(timestamp()), { doc: 'When trading ends; in the future.', example: EXAMPLE.closesAt })
  closes_at: Date;

  @RefusedField() status: undefined;
  @RefusedField() winning_outcome: undefined;
  @RefusedField() resolved_at: undefined;
  @RefusedField() settled_at: undefined;

  static check({ opens_at, closes_at }: Partial<CreateMarketBody>): string[] {
    return marketTimeProblems({ opensAt: opens_at, closesAt: closes_at }, new Date());
  }
}

export function marketTermsOf(body: CreateMarketBody): MarketTerms {
  return {
    creatorUserId: body.creator_user_id,
    title: body.title,
    description: body.description,
    category: body.category,
    coverImageUrl: body.cover_image_url,
    outcomeYesLabel: body.outcome_yes_label,
    outcomeNoLabel: body.outcome_no_label,
    collateralAsset: body.collateral_asset,
    chain: body.chain,
    resolutionSource: body.resolution_source,
    opensAt: body.opens_at,
    closesAt: body.closes_at,
  };
}

function coverImageUrl(): FieldType<string> {
  return {
    schema: { type: 'string', format: 'uri', pattern: '^https://', maxLength: MAX_COVER_IMAGE_URL_LENGTH },
    parse: (value) =>
      typeof value === 'string' && isPublicHttpsUrl(value)
        ? value
        : Refused.because(`must be a public HTTPS URL of at most ${MAX_COVER_IMAGE_URL_LENGTH} characters`),
  };
}
