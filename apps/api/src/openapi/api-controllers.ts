import { AGENTS_CONTROLLERS } from '../agents/agents.http-module.js';
import { CORE_CONTROLLERS } from '../core/core.http-module.js';
import { HEALTH_CONTROLLERS } from '../health/health.module.js';
import { OpenApiController } from './openapi.controller.js';

/** All that the API serves. A test holds the document that is made of it to the routes that a running API knows. */
export const API_CONTROLLERS = [...CORE_CONTROLLERS, ...AGENTS_CONTROLLERS, ...HEALTH_CONTROLLERS, OpenApiController];
