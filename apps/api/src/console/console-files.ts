import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { type ApiSettings, findAbove } from '@app/config';
import { ConstantDocument } from '../docs/constant-document.js';
import { API_SETTINGS } from '../settings.module.js';

export interface ConsoleFile {
  readonly type: string;
  readonly document: ConstantDocument;
}

export const CONSOLE_PATH = '/console';

const PAGE = 'index.html';
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Files of the web console, read from the build output on first use. */
@Injectable()
export class ConsoleFiles {
  private readonly folder: string | null;
  private files: ReadonlyMap<string, ConsoleFile> | undefined;

  constructor(@Inject(API_SETTINGS) settings: ApiSettings) {
    this.folder = settings.CONSOLE_ENABLED ? findAbove(import.meta.dirname, consoleBelow) : null;
  }

  /** Path of the console. Null when it is disabled or not installed. */
  get path(): string | null {
    return this.folder === null ? null : CONSOLE_PATH;
  }

  findPage(): ConsoleFile | null {
    return this.read().get(PAGE) ?? null;
  }

  /** Finds a file that the page loads. */
  findFile(name: string): ConsoleFile | null {
    return name === PAGE ? null : (this.read().get(name) ?? null);
  }

  private read(): ReadonlyMap<string, ConsoleFile> {
    return (this.files ??= new Map(this.folder === null ? [] : readFiles(this.folder)));
  }
}

function readFiles(folder: string): [name: string, file: ConsoleFile][] {
  return readdirSync(folder).map((name) => {
    const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
    return [name, { type, document: new ConstantDocument(readFileSync(path.join(folder, name), 'utf8')) }];
  });
}

function consoleBelow(folder: string): string | null {
  const places = ['apps/console', 'dist/apps/console'].map((place) => path.join(folder, place));
  return places.find((place) => existsSync(path.join(place, PAGE))) ?? null;
}
