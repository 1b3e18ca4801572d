import { Module } from '@nestjs/common';
import { ConsoleFiles } from './console-files.js';
import { ConsoleController } from './console.controller.js';

@Module({ controllers: [ConsoleController], providers: [ConsoleFiles], exports: [ConsoleFiles] })
export class ConsoleModule {}
