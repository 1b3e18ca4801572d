import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ApiInteger, ApiShare, ApiText } from '../docs/properties.js';
import { CompactMarketDto } from './market.dto.js';

class FacetValueDto {
  @ApiText({ description: 'Status, category or tag.', example: 'weather' })
  value: string;

  @ApiInteger({ description: 'Number of markets.', example: 12 })
  count: number;
}

@ApiSchema({ name: 'MarketFacets', description: 'Numbers of markets, the largest 50 of a kind.' })
export class FacetsDto {
  @ApiProperty({ type: [FacetValueDto], description: 'By current status. Lists every status.' })
  status: FacetValueDto[];

  @ApiProperty({ type: [FacetValueDto], description: 'By category, the most frequent first.' })
  category: FacetValueDto[];

  @ApiProperty({ type: [FacetValueDto], description: 'By tag, the most frequent first.' })
  tag: FacetValueDto[];
}

export class FacetsResponse {
  @ApiProperty({ type: FacetsDto })
  facets: FacetsDto;
}

@ApiSchema({ name: 'SimilarMarket', description: 'Market whose title resembles another.' })
export class SimilarMarketDto {
  @ApiProperty({ type: CompactMarketDto })
  market: CompactMarketDto;

  @ApiShare({ description: 'Share of the trigrams that the titles have in common, 0 to 1.', example: 0.71 })
  score: number;
}

export class SimilarMarketsResponse {
  @ApiProperty({ type: [SimilarMarketDto], description: 'At most 10 markets, the most similar first.' })
  similar: SimilarMarketDto[];
}
