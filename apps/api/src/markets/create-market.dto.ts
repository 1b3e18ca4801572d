import { ApiSchema } from '@nestjs/swagger';
import { MinDate, ValidateBy } from 'class-validator';
import { DEFAULT_COLLATERAL_ASSET, EXECUTION_CHAIN } from '@app/common';
import { DEFAULT_LABELS, type CreateMarketInput } from '@app/markets';
import { EXAMPLE } from '../docs/examples.js';
import { Lines, PublicText, PublicUrl, ServerOwned, Timestamp, UuidField } from '../http/validation/fields.js';

export const MAX_TAGS = 5;
export const MAX_TAG_LENGTH = 40;

@ApiSchema({ name: 'CreateMarketBody', description: 'Terms of a new market. Texts are trimmed.' })
export class CreateMarketDto {
  @UuidField({
    description: 'Id of the user that owns the market. The user must exist.',
    example: EXAMPLE.userId,
    trim: true,
  })
  creator_user_id: string;

  @PublicText(500, { description: 'Question of the market.', example: EXAMPLE.question, trim: true })
  title: string;

  @PublicText(10_000, { description: 'Criteria for YES.', trim: true, default: null })
  description: string | null;

  @PublicText(200, { description: 'Category for filtering.', example: 'weather', trim: true, default: null })
  category: string | null;

  @Lines(MAX_TAGS, MAX_TAG_LENGTH, { description: 'Tags for filtering and search.', example: ['lisbon'], default: [] })
  tags: string[];

  @PublicUrl({
    description: 'Public HTTPS URL of an image. The service records it and never fetches it. Image data is rejected.',
    example: 'https://images.example.com/lisbon.png',
    default: null,
  })
  cover_image_url: string | null;

  @PublicText(200, { description: 'Label of YES.', trim: true, default: DEFAULT_LABELS.yes })
  outcome_yes_label: string;

  @PublicText(200, { description: 'Label of NO.', trim: true, default: DEFAULT_LABELS.no })
  outcome_no_label: string;

  @PublicText(10_000, { description: 'Token of the stakes.', trim: true, default: DEFAULT_COLLATERAL_ASSET })
  collateral_asset: string;

  @PublicText(10_000, { description: 'Network of the market.', example: EXECUTION_CHAIN, trim: true })
  chain: string;

  @PublicText(10_000, {
    description: 'Source of the outcome.',
    example: 'IPMA, station Lisboa',
    trim: true,
    default: null,
  })
  resolution_source: string | null;

  @ServerOwned() status: undefined;
  @ServerOwned() winning_outcome: undefined;
  @ServerOwned() resolved_at: undefined;
  @ServerOwned() settled_at: undefined;

  @MinDate(() => new Date(Date.now() + 1), { message: '$property must be in the future' })
  @Timestamp({ description: 'End of trading, in the future.', example: EXAMPLE.closesAt, trim: true })
  closes_at: Date;

  @BeforeClose()
  @Timestamp({
    description: 'Start of trading, before `closes_at`. The market is a `DRAFT` until then.',
    trim: true,
    default: null,
  })
  opens_at: Date | null;
}

export function toCreateMarketInput(body: CreateMarketDto): CreateMarketInput {
  return {
    creatorUserId: body.creator_user_id,
    title: body.title,
    description: body.description,
    category: body.category,
    tags: body.tags,
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

/** An invalid `closes_at` is reported by its own rules. */
function BeforeClose(): PropertyDecorator {
  const validate = (opensAt: unknown, about?: { object: object }): boolean => {
    const closesAt: unknown = about === undefined ? undefined : Reflect.get(about.object, 'closes_at');
    return !(opensAt instanceof Date && closesAt instanceof Date && opensAt >= closesAt);
  };
  return ValidateBy(
    { name: 'beforeClose', validator: { validate } },
    { message: '$property must be before closes_at' },
  );
}
