import { html, type Html, inline, prose } from './html.js';
import type { JsonView } from './json-view.js';
import { renderFields, renderLimits, renderType } from './render-schema.js';
import { renderCall, renderExample } from './render-examples.js';

export interface ListedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: JsonView;
}

export function anchorOf({ operation }: ListedOperation): string {
  return `op-${operation.at('operationId').text}`;
}

/** Renders an operation in two columns: description and schemas, and examples. */
export function renderOperation(listed: ListedOperation, document: JsonView): Html {
  const { method, path, operation } = listed;
  return html`<article id="${anchorOf(listed)}">
    <header>
      <h3>${operation.at('summary').text}</h3>
      <p class="route"><span class="verb ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
    </header>
    <div class="columns">
      <div>
        ${prose(operation.at('description').text)} ${renderOperationParameters(operation)}
        ${renderBody(operation, document)} ${renderResponses(operation, document)}
      </div>
      <div class="examples">${renderCall(listed)} ${renderAnswers(operation)}</div>
    </div>
  </article>`;
}

/** Renders the parameters of one operation. Parameters of every operation are references, and left out. */
function renderOperationParameters(operation: JsonView): Html {
  const parameters = operation.at('parameters').items.filter((parameter) => !parameter.at('$ref').exists);
  if (parameters.length === 0) return html``;
  const rows = parameters.map((parameter) => {
    const schema = parameter.at('schema');
    const required = parameter.at('required').value === true;
    return html`<dt>
        <code>${parameter.at('name').text}</code>
        <span class="type">${renderType(schema)} · ${parameter.at('in').text}</span>
        ${required ? '' : html`<span class="soft">· optional</span>`}
      </dt>
      <dd>${inline(parameter.at('description').text)}${renderLimits(schema)}${renderSample(parameter)}</dd>`;
  });
  return html`<h4>Parameters</h4>
    <dl class="fields">${rows}</dl>`;
}

function renderSample(parameter: JsonView): Html {
  return html`<span class="limits">for example <code>${parameter.at('example').pretty}</code></span>`;
}

function renderBody(operation: JsonView, document: JsonView): Html {
  const schema = operation.at('requestBody', 'content', 'application/json', 'schema');
  if (!schema.exists) return html``;
  const variants = schema.at('oneOf').items;
  if (variants.length === 0)
    return html`<h4>Body</h4>
      ${renderFields(resolve(schema, document))}`;
  return html`<h4>Body</h4>
    <p>One of these schemas, selected by <code>action</code>.</p>
    ${variants.map((variant) => {
      const resolved = resolve(variant, document);
      const actions = resolved.at('properties', 'action', 'enum').items.map(({ text }) => text);
      return html`<details>
        <summary>${actions.map((action) => html`<code>${action}</code> `)}</summary>
        ${renderFields(resolved)}
      </details>`;
    })}`;
}

function renderResponses(operation: JsonView, document: JsonView): Html {
  const numbered = operation.at('responses').entries.filter(([status]) => /^\d{3}$/.test(status));
  const rows = numbered.map(([status, given]) => {
    const response = resolve(given, document);
    const [content] = response.at('content').entries;
    const isError = Number(status) >= 400;
    return html`<details class="response">
      <summary>
        <span class="status s${status.slice(0, 1)}">${status}</span> ${renderSummary(response, isError)}
      </summary>
      ${prose(isError ? response.at('description').text : withoutSummary(response))}
      ${isError || content === undefined ? '' : renderAnswerSchema(content[1].at('schema'))}
    </details>`;
  });
  return html`<h4>Responses</h4>
    ${rows}`;
}

function renderAnswerSchema(schema: JsonView): Html {
  return schema.at('properties').exists ? renderFields(schema) : html`<p>${renderType(schema)}</p>`;
}

function renderSummary(response: JsonView, isError: boolean): Html {
  if (!isError) return inline(splitParagraphs(response)[0] ?? '');
  const names = response.at('content', 'application/json', 'examples').entries.map(([name]) => name);
  return html`${names.map((name) => html`<code>${name}</code> `)}`;
}

/** Paragraphs after the first, which is in the summary. */
function withoutSummary(response: JsonView): string {
  return splitParagraphs(response).slice(1).join('\n\n');
}

function splitParagraphs(response: JsonView): string[] {
  return response.at('description').text.split('\n\n');
}

function renderAnswers(operation: JsonView): Html {
  const successes = operation.at('responses').entries.filter(([status]) => Number(status) < 400);
  return html`${successes.map(([status, response]) => {
    const examples = response.at('content').entries.flatMap(([, content]) => content.at('examples').entries);
    return examples.map(([, example]) => renderExample(`Response ${status}`, example.at('value').pretty));
  })}`;
}

/** Follows a reference. Any other value is returned unchanged. */
function resolve(value: JsonView, document: JsonView): JsonView {
  const reference = value.at('$ref').text;
  return reference === '' ? value : document.at(...reference.slice(2).split('/'));
}
