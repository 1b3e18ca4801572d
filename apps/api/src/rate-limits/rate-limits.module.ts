import { Module } from '@nestjs/common';
import { RateLimits } from './rate-limits.js';
import { RateLimitsRepository } from './rate-limits.repository.js';

/** General rate limits, shared by all API processes. */
@Module({ providers: [RateLimits, RateLimitsRepository] })
export class RateLimitsModule {}
