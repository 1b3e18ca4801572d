import { Controller, Get } from '@nestjs/common';
import { ERROR_CATALOGUE, type ErrorCode } from '@app/common';
import { type Document, DocumentSchemas } from '../../../../../test/openapi/document-schemas.js';
import { ERROR_NOTES } from '../errors/error-notes.js';
import { API_CONTROLLERS } from '../api-controllers.js';
import { buildDocument } from './build-document.js';
import { readRoutes } from './read-routes.js';

const document = JSON.parse(JSON.stringify(buildDocument(API_CONTROLLERS, '1.0.0'))) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

describe('buildDocument', () => {
  const schemas = new DocumentSchemas(document, { closed: true });

  it('describes every operation under an id of its own', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('names every code of the catalogue, and each with what it means', () => {
    const text = JSON.stringify(document);
    const missing = Object.keys(ERROR_CATALOGUE).filter((code) => !text.includes(`"${code}"`));
    expect(missing).toEqual([]);
    expect(Object.keys(ERROR_NOTES)).toEqual(Object.keys(ERROR_CATALOGUE));
  });

  it('lists every code but those that no operation answers with', () => {
    const listed = new Set<string>(operations.flatMap(({ operation }) => codesOf(operation)));
    const unlisted = Object.keys(ERROR_CATALOGUE).filter((code) => !listed.has(code));
    expect(unlisted).toEqual(['not_found', 'method_not_allowed']);
  });

  it.each(operations)('has examples of $name that are what their schemas say', ({ operation }) => {
    for (const status of Object.keys(operation.responses)) {
      const response = schemas.response(operation, status);
      const contents = Object.values(response?.content ?? {});
      expect(contents).toHaveLength(1);
      for (const { schema, examples } of contents) {
        expect(Object.keys(examples)).not.toHaveLength(0);
        for (const { value } of Object.values(examples)) expect(schemas.problems(schema, value)).toEqual([]);
      }
    }
    for (const { schema, examples } of Object.values(operation.requestBody?.content ?? {})) {
      for (const { value } of Object.values(examples)) expect(schemas.problems(schema, value)).toEqual([]);
    }
    for (const { schema = {}, example } of operation.parameters) {
      expect(schemas.problems(schema, example)).toEqual([]);
    }
  });

  it('has examples of bodies that the endpoints accept', () => {
    const accepted = readRoutes(API_CONTROLLERS).flatMap((route) => {
      const found = operations.find(({ operation: { operationId } }) => operationId === route.description.id);
      const examples = Object.values(found?.operation.requestBody?.content['application/json']?.examples ?? {});
      const pipe = route.arguments.find(({ pipe: { describes } }) => describes.in === 'body')?.pipe;
      return examples.map(({ value }) => pipe?.transform(value));
    });
    expect(accepted.length).toBeGreaterThan(10);
  });

  it.each(readRoutes(API_CONTROLLERS))('knows the status that $description.id answers with', (route) => {
    const answers = Object.keys(route.description.answers).map(Number);
    // A handler with several sets each itself.
    expect(answers.length > 1 || answers.includes(route.status)).toBe(true);
  });

  function codesOf(operation: Document['paths'][string][string]): ErrorCode[] {
    return Object.keys(operation.responses)
      .filter((status) => status !== 'default')
      .flatMap((status) => Object.values(schemas.response(operation, status)?.content ?? {}))
      .flatMap(({ examples }) => Object.keys(examples))
      .filter((name): name is ErrorCode => name in ERROR_CATALOGUE);
  }
});

describe('readRoutes', () => {
  @Controller('forgotten')
  class Forgotten {
    @Get('route')
    read(): void {}
  }

  it('does not pass over a route that nobody described', () => {
    expect(() => readRoutes([Forgotten])).toThrow('Forgotten.read serves a route that is not described');
  });
});
