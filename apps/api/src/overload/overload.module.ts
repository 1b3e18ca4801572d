import { Module } from '@nestjs/common';
import { Shedder } from './shedder.js';

@Module({ providers: [Shedder] })
export class OverloadModule {}
