import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ACTION_NAMES, ruleOf } from '@app/common';
import { FAILURE_REMEDIES, FINAL_FAILURES } from '@app/engine';
import { ERROR_NOTES, RETRY_ADVICE } from '../../apps/api/src/docs/error-notes.js';
import { REMEDIES } from '../../packages/sdk/src/presage-error.js';
import { TOOLS } from '../../packages/mcp/src/tools/index.js';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import type { GeneratedFile } from './generated-files.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const FOLDER = 'packages/python/src/presage_sdk';
const HEADER = "# Generated from the API's document by npm run openapi. Do not edit.\n";
const NAMES: Readonly<Record<string, string>> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' };
const KEYWORDS = ['from', 'class', 'in', 'is', 'not', 'or', 'and', 'global', 'import', 'pass', 'return'];
/** Fields of an action that `act` names or derives. */
const NAMED_FIELDS = ['agent_id', 'action', 'purpose', 'source_client', 'client_request_id', 'expect'];

/** Renders the sources of packages/python that the API's document and the table of MCP tools determine. */
export function renderPythonSources(api: OpenAPIObject): GeneratedFile[] {
  const document: Document = JSON.parse(JSON.stringify(api));
  const operations = listOperations(document);
  return [
    { file: `${FOLDER}/generated/types.py`, text: renderTypes(document) },
    { file: `${FOLDER}/generated/operations.py`, text: renderOperations(operations) },
    { file: `${FOLDER}/generated/operations.pyi`, text: renderSignatures(document, operations) },
    { file: `${FOLDER}/generated/advice.py`, text: renderAdvice() },
    { file: `${FOLDER}/generated/tools.py`, text: renderTools() },
    { file: `${FOLDER}/generated/async_client.py`, text: renderAsyncClient() },
  ];
}

function listOperations({ paths }: Document) {
  return Object.entries(paths)
    .flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })))
    .toSorted((one, other) => one.operation.operationId.localeCompare(other.operation.operationId, 'en'))
    .map(({ path, method, operation: { operationId: id, parameters = [], requestBody, responses } }) => ({
      ...{ id, path, method: method.toUpperCase(), body: requestBody && Object.values(requestBody.content)[0]?.schema },
      parameters: parameters.filter((parameter) => parameter.in === 'path' || parameter.in === 'query'),
      answer: Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {},
    }));
}

type Operations = ReturnType<typeof listOperations>;

function renderOperations(operations: Operations): string {
  const entries = operations.map(({ id, method, path, parameters, body }) => {
    const query = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
    return `    "${id}": ("${method}", "${path}", ${JSON.stringify(query)}, ${toPython(body !== undefined)}),`;
  });
  const classes = ['Operations', 'AsyncOperations'].map((name) => `\n\nclass ${name}:\n    """Typed in the stub."""\n`);
  const table = `OPERATIONS = {\n${entries.join('\n')}\n}\n`;
  return `${HEADER}# Method, path, names in the query, and whether there is a body, by operation id.\n${table}${classes.join('')}`;
}

function renderSignatures(document: Document, operations: Operations): string {
  const lines = operations.map(({ id, parameters, body, answer }) => {
    const { properties = {}, required = [] } = body === undefined ? {} : flatten(document, body);
    const names = [
      ...parameters.map(({ name, required: needed = false, schema }) => ({ name, needed, schema })),
      ...Object.entries(properties).map(([name, schema]) => ({ name, needed: required.includes(name), schema })),
    ].map(({ name, needed, schema }) => `${safe(name)}: ${typeOf(schema, 'types.')}${needed ? '' : ' = ...'}`);
    const result = answer['application/json']?.schema;
    return { id, names: ['*', ...names, OPTIONS].join(', '), result: result ? typeOf(result, 'types.') : 'str' };
  });
  const classOf = (name: string, prefix: string): string =>
    `\nclass ${name}:\n${lines
      .map(
        ({ id, names, result }) =>
          `    @overload\n    ${prefix}def request(self, operation_id: Literal["${id}"], ${names}) -> ${result}: ...\n`,
      )
      .join('')}`;
  return [
    ...[HEADER, 'from typing import Any, Literal, Mapping, overload\n\n', 'from .. import types\n\n'],
    'OPERATIONS: dict[str, tuple[str, str, list[str], bool]]\n',
    ...[classOf('Operations', ''), classOf('AsyncOperations', 'async ')],
  ].join('');
}

const ANY = 'from typing import Any\n\n';
const OPTIONS = 'headers: Mapping[str, str] = ..., timeout: float | None = ...';

/** The object of a body. One of several has the properties of all, and those required that all require. */
function flatten({ components }: Document, schema: Schema): Pick<Schema, 'properties' | 'required'> {
  const one = components.schemas[schema.$ref?.split('/').pop() ?? ''] ?? schema;
  const variants = (one.oneOf ?? []).map((variant) => flatten({ components, paths: {} }, variant));
  const [first, ...others] = variants;
  if (first === undefined) return one;
  const properties: Record<string, Schema> = {};
  for (const [name, found] of variants.flatMap((variant) => Object.entries(variant.properties ?? {}))) {
    const words = [...new Set([...(properties[name]?.enum ?? []), ...(found.enum ?? [])])];
    properties[name] = found.enum === undefined ? found : { ...found, enum: words };
  }
  const isCommon = (name: string): boolean => others.every(({ required = [] }) => required.includes(name));
  return { properties, required: (first.required ?? []).filter(isCommon) };
}

function renderTypes(document: Document): string {
  const { schemas } = document.components;
  const blocks: string[] = [];
  const define = (name: string, { description, properties = {}, required = [] }: Schema): void => {
    const fields = Object.entries(properties).map(([field, schema]) => {
      const inner = `${name}${field.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
      if (schema.properties !== undefined) define(inner, schema);
      const type = schema.properties === undefined ? typeOf(schema) : inner;
      return `    ${field}: ${required.includes(field) ? type : `NotRequired[${type}]`}${docOf(schema.description)}`;
    });
    blocks.push(`class ${name}(TypedDict):${docOf(description)}\n${fields.join('\n') || '    pass'}`);
  };
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema.properties === undefined) blocks.push(`${name} = ${typeOf(schema)}`);
    else define(name, schema);
  }
  const act = listOperations(document).find(({ id }) => id === 'act')?.body ?? {};
  const fields = Object.entries(flatten(document, act).properties ?? {}).filter(
    ([name]) => !NAMED_FIELDS.includes(name),
  );
  define('ActionFields', { description: 'Fields of an action.', properties: Object.fromEntries(fields) });
  const names = flatten(document, act).properties?.action ?? {};
  return [
    ...[HEADER, '"""Objects of the API. A key that is not required may be absent."""\n\n'],
    ...['from __future__ import annotations\n\n', 'from typing import TYPE_CHECKING, Any, Literal, TypedDict\n\n'],
    'if TYPE_CHECKING:\n    from typing_extensions import NotRequired\n\n',
    `ActionName = ${typeOf(names)}\n\n${blocks.join('\n\n')}\n`,
  ].join('');
}

function docOf(description: string | undefined): string {
  return description === undefined ? '' : `\n    """${description.replaceAll('\\', '\\\\')}"""`;
}

/** The type of a value as Python annotates it. */
function typeOf(schema: Schema, prefix = ''): string {
  const { $ref, type = 'object', enum: words, allOf, anyOf, oneOf, items } = schema;
  if ($ref !== undefined) return `${prefix}${$ref.split('/').pop() ?? ''}`;
  const variants = oneOf ?? anyOf ?? allOf?.slice(0, 1);
  if (variants !== undefined) return [...new Set(variants.map((variant) => typeOf(variant, prefix)))].join(' | ');
  const types = [type].flat().map((name) => {
    if (name === 'null') return 'None';
    if (words !== undefined)
      return `Literal[${words
        .filter((word) => word !== null)
        .map(toPython)
        .join(', ')}]`;
    if (name === 'array') return `list[${items === undefined ? 'Any' : typeOf(items, prefix)}]`;
    return NAMES[name] ?? 'dict[str, Any]';
  });
  return types.join(' | ');
}

function safe(name: string): string {
  return KEYWORDS.includes(name) ? `${name}_` : name;
}

/** The client with coroutines and asynchronous iterators instead of functions and iterators. */
function renderAsyncClient(): string {
  const source = readFileSync(path.join(PROJECT_ROOT, FOLDER, 'client.py'), 'utf8');
  const replaced = source
    .replaceAll(/\b(Presage|Operations|Transport|Iterator)\b(?! ?`)/g, 'Async$1')
    .replaceAll(/ {4}def (?!__init__|tools\b)/g, '    async def ')
    .replaceAll(/(return |= |\(page := |^ +)(self\._(?:drive|sleep|transport\.send)\()/gm, '$1await $2')
    .replace('for message in self._transport', 'async $&')
    .replace('time.sleep', 'asyncio.sleep')
    .replace('import time\n', 'import asyncio\n')
    .replace('Callable[[float], None]', 'Callable[[float], Any]')
    .replaceAll(/^from \.(?! import)/gm, 'from ..')
    .replace('from . import', 'from .. import')
    .replaceAll('    from .types', '    from ..types');
  return `${HEADER}${replaced}`;
}

function renderAdvice(): string {
  const codes = Object.entries(ERROR_NOTES).map(([code, { retry }]) => [code, retry]);
  const advice = Object.entries(RETRY_ADVICE).map(([name, text]) => [name, text.replace(/^(Yes|No)\. /, '')]);
  return [
    ...[HEADER, `ADVICE: dict[str, str] = ${toPython(Object.fromEntries(advice))}\n`],
    `ADVICE_OF_CODE: dict[str, str] = ${toPython(Object.fromEntries(codes))}\n`,
    `REMEDIES: dict[str, str] = ${toPython(REMEDIES).replace('retryFailed', 'retry_failed')}\n`,
    `REMEDY_OF_FAILURE: dict[str, str] = ${toPython(FAILURE_REMEDIES)}\n`,
    `FINAL_FAILURES: list[str] = ${toPython(FINAL_FAILURES)}\n`,
  ].join('');
}

function renderTools(): string {
  const tools = TOOLS.map(({ name, description, input, output }) => ({ name, description, input, output }));
  const fields = Object.fromEntries(ACTION_NAMES.map((action) => [action, ruleOf(action).fields]));
  return `${HEADER}${ANY}ACTION_FIELDS: dict[str, list[str]] = ${toPython(fields)}\nTOOLS: list[dict[str, Any]] = ${toPython(tools)}\n`;
}

/** A value as a literal of Python, over several lines like that of JSON. */
function toPython(value: unknown): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  const text = JSON.stringify(value, null, 4) ?? 'null';
  return text.replaceAll(
    /("(?:[^"\\]|\\.)*")|\b(?:true|false|null)\b/g,
    (word, quoted?: string) => quoted ?? words[word] ?? word,
  );
}
