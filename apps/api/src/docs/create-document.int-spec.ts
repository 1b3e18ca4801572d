import { ERROR_CATALOGUE, type ErrorCode, isErrorCode } from '@app/common';
import { type Document, DocumentSchemas } from '../../../../test/openapi/document-schemas.js';
import { describeApi } from '../../../../tools/build/describe-api.js';
import { ERROR_NOTES } from './error-notes.js';
import { TAGS } from './tags.js';

const document = JSON.parse(JSON.stringify(await describeApi())) as Document;
const schemas = new DocumentSchemas(document, { closed: true });
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

describe('the document', () => {
  it('gives every operation a unique id', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(operations)('describes $name', ({ operation: { operationId, summary, description, tags } }) => {
    expect(operationId).toMatch(/^[a-z][A-Za-z]+$/); // the default would be Controller_method
    expect([summary, description]).toEqual([expect.stringMatching(/^[A-Z]/), expect.stringMatching(/^[A-Z].*\.$/s)]);
    expect(tags.map((tag) => tag in TAGS)).toEqual([true]);
  });

  it.each(operations)('lists the statuses of $name one by one', ({ operation: { responses } }) => {
    // oazapfts and orval write `4XX` as a number, which does not compile, and `default` hides the other statuses.
    expect(Object.keys(responses).filter((status) => !/^\d{3}$/.test(status))).toEqual([]);
  });

  it('explains every code of the catalogue', () => {
    const text = JSON.stringify(document);
    expect(Object.keys(ERROR_CATALOGUE).filter((code) => !text.includes(`"${code}"`))).toEqual([]);
    expect(Object.keys(ERROR_NOTES)).toEqual(Object.keys(ERROR_CATALOGUE));
  });

  it('lists every code at an operation, except those of unknown paths and methods', () => {
    const listed = new Set(operations.flatMap(({ operation }) => listCodes(operation)));
    const unlisted = Object.keys(ERROR_CATALOGUE).filter((code) => isErrorCode(code) && !listed.has(code));
    expect(unlisted).toEqual(['not_found', 'method_not_allowed']);
  });

  it.each(operations)('has valid examples of $name', ({ operation }) => {
    for (const status of Object.keys(operation.responses)) {
      const contents = Object.values(schemas.response(operation, status)?.content ?? {});
      expect(contents).not.toHaveLength(0);
      for (const { schema, examples } of contents) {
        expect(Object.keys(examples)).not.toHaveLength(0);
        for (const { value } of Object.values(examples)) expect(schemas.problems(schema, value)).toEqual([]);
      }
    }
    for (const { schema, examples } of Object.values(operation.requestBody?.content ?? {})) {
      for (const { value } of Object.values(examples)) expect(schemas.problems(schema, value)).toEqual([]);
    }
    for (const { schema = {}, example } of operation.parameters) expect(schemas.problems(schema, example)).toEqual([]);
  });

  function listCodes(operation: Document['paths'][string][string]): ErrorCode[] {
    return Object.keys(operation.responses)
      .flatMap((status) => Object.values(schemas.response(operation, status)?.content ?? {}))
      .flatMap(({ examples }) => Object.keys(examples))
      .filter(isErrorCode);
  }
});
