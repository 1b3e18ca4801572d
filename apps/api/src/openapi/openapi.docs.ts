import type { OperationDescription } from './describe.decorator.js';
import * as wire from './wire/index.js';

interface DocumentHead {
  openapi: string;
  info: { title: string };
}

export const OPENAPI_DOCS = {
  document: {
    id: 'getOpenApiDocument',
    tag: 'Service',
    summary: 'Read this description, for programs',
    answers: {
      200: {
        what: 'An OpenAPI 3.1 document.',
        shape: wire.open(
          wire.object<DocumentHead>({
            openapi: wire.text('The version of OpenAPI.', '3.1.0'),
            info: wire.open(wire.object<DocumentHead['info']>({ title: wire.text('The API.', 'Presage') })),
          }),
        ),
      },
    },
    failures: [],
  },
  page: {
    id: 'getReferencePage',
    tag: 'Service',
    summary: 'Read this description, for people',
    answers: {
      200: { what: 'A page of HTML.', mediaType: 'text/html', shape: wire.text('The page.', '<!doctype html>…') },
    },
    failures: [],
  },
  llms: {
    id: 'getLlmsText',
    tag: 'Service',
    summary: 'Read an overview, for language models',
    answers: {
      200: {
        what: 'The service, the rules for acting, and every operation on a line.',
        mediaType: 'text/plain',
        shape: wire.text('The text.', '# Presage…'),
      },
    },
    failures: [],
  },
  llmsFull: {
    id: 'getLlmsFullText',
    tag: 'Service',
    summary: 'Read the guides, for language models',
    answers: {
      200: {
        what: 'The overview, the concepts, the agent’s guide and the table of errors, in one text.',
        mediaType: 'text/plain',
        shape: wire.text('The text.', '# Presage…'),
      },
    },
    failures: [],
  },
} as const satisfies Record<string, OperationDescription>;
