import type { INestApplication } from '@nestjs/common';
import {
  DocumentBuilder,
  type OpenAPIObject,
  type ReferenceObject,
  type ResponseObject,
  SwaggerModule,
} from '@nestjs/swagger';
import { PRODUCT_VERSION } from '@app/config';
import { completeOperation } from './complete-operation.js';
import { API_KEY, HEADERS, PARAMETERS } from './components.js';
import { ERROR_SCHEMAS } from './error-responses.js';
import { INTRODUCTION, SUMMARY } from './introduction.js';
import { TAGS } from './tags.js';

const INFO = {
  summary: SUMMARY,
  contact: { name: 'The operator of this service' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

/** The id of an operation is the name of its method. */
const OPTIONS = { autoTagControllers: false, operationIdFactory: (_controller: string, method: string) => method };

/** Describes the API of an application in OpenAPI 3.1: its controllers and DTOs, completed with the errors. */
export function createDocument(app: INestApplication): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, configuration(), OPTIONS);
  const { schemas = {}, ...components } = document.components ?? {};
  const responses: Record<string, ResponseObject | ReferenceObject> = {};
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of ['get', 'post', 'delete'] as const) {
      const operation = item[method];
      if (operation !== undefined) completeOperation({ path, method, operation, schemas }, responses);
    }
  }
  return {
    ...document,
    info: { ...document.info, ...INFO },
    security: [],
    components: {
      ...components,
      schemas: sorted({ ...schemas, ...ERROR_SCHEMAS }),
      responses: sorted(responses),
      parameters: PARAMETERS,
      headers: HEADERS,
    },
  };
}

function configuration(): Omit<OpenAPIObject, 'paths'> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Presage')
    .setVersion(PRODUCT_VERSION)
    .setDescription(INTRODUCTION)
    .addServer('/', 'The service that serves this description.')
    .addSecurity('ApiKey', API_KEY);
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);
  return builder.build();
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
