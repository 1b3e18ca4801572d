import { ApiSchema } from '@nestjs/swagger';
import { PRODUCT_VERSION } from '@app/config';
import { ApiText } from './properties.js';

@ApiSchema({ name: 'ServiceIndex', description: 'Version of this service, and paths of its descriptions and tools.' })
export class ServiceIndexDto {
  @ApiText({ description: 'Version of the service, as in the OpenAPI document.', example: PRODUCT_VERSION })
  version: string;

  @ApiText({ description: 'Path of the reference page.', example: '/docs' })
  docs: string;

  @ApiText({ description: 'Path of the OpenAPI document.', example: '/openapi.json' })
  openapi: string;

  @ApiText({ description: 'Path of the overview for language models.', example: '/llms.txt' })
  llms: string;

  @ApiText({ description: 'Path of the web console.', null: 'if this service has none', example: '/console' })
  console: string | null;

  @ApiText({ description: 'URL of the MCP server. Null if this service has none.', example: null })
  mcp: string | null;
}

/** Index of a service without a console or an MCP server. */
export const SERVICE_INDEX: ServiceIndexDto = {
  version: PRODUCT_VERSION,
  docs: '/docs',
  openapi: '/openapi.json',
  llms: '/llms.txt',
  console: null,
  mcp: null,
};
