import { Module } from '@nestjs/common';
import { RateLimitRepository } from './rate-limit.repository.js';
import { RateLimiter } from './rate-limiter.js';

@Module({ providers: [RateLimiter, RateLimitRepository], exports: [RateLimiter] })
export class RateLimitModule {}
