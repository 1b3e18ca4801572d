import { ApiSchema } from '@nestjs/swagger';
import { ApiText } from './properties.js';

@ApiSchema({ name: 'ServiceIndex', description: 'Paths of the descriptions and tools of this service.' })
export class ServiceIndexDto {
  @ApiText({ description: 'Path of the reference page.', example: '/docs' })
  docs: string;

  @ApiText({ description: 'Path of the OpenAPI document.', example: '/openapi.json' })
  openapi: string;

  @ApiText({ description: 'Path of the overview for language models.', example: '/llms.txt' })
  llms: string;

  @ApiText({
    description: 'Path of the web console. Null if this service has none.',
    example: '/console',
    nullable: true,
  })
  console: string | null;

  @ApiText({ description: 'URL of the MCP server. Null if this service has none.', example: null })
  mcp: string | null;
}

/** Index of a service without a console or an MCP server. */
export const SERVICE_INDEX: ServiceIndexDto = {
  docs: '/docs',
  openapi: '/openapi.json',
  llms: '/llms.txt',
  console: null,
  mcp: null,
};
