import 'reflect-metadata';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeApi } from '../../build/describe-api.js';
import { WORK_FOLDER } from './packages.js';

/** Name of the OpenAPI document in the work folder. */
export const DOCUMENT = 'openapi.json';

/** Writes the OpenAPI document of this tree to the work folder. */
export async function writeDocument(): Promise<void> {
  mkdirSync(WORK_FOLDER, { recursive: true });
  writeFileSync(path.join(WORK_FOLDER, DOCUMENT), JSON.stringify(await describeApi(), null, 2));
}
