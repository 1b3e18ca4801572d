import type { OpenAPIObject } from '@nestjs/swagger';
import { HEALTH_CONTROLLERS } from '../health/health.module.js';
import { buildDocument } from './document/build-document.js';

/** Replaces the operations of controllers that are not described by @nestjs/swagger yet. */
export function withLegacyOperations(document: OpenAPIObject): OpenAPIObject {
  const legacy = buildDocument(HEALTH_CONTROLLERS, '');
  Object.assign(document.paths, legacy.paths);
  Object.assign(document.components?.schemas ?? {}, legacy.components.schemas);
  Object.assign(document.components?.responses ?? {}, legacy.components.responses);
  return document;
}
