import { html, Html, inline, prose } from './html.js';
import { JsonView } from './json-view.js';
import { SCRIPT, STYLE } from './page-parts.js';
import { anchorOf, type ListedOperation, renderOperation } from './render-operation.js';
import { renderFields, renderLimits } from './render-schema.js';

/** The parts of an OpenAPI document that the page shows. */
interface ReferenceDocument {
  readonly info: object;
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, object>>;
  readonly components?: object;
}

interface ErrorRow {
  readonly status: number;
  readonly code: string;
  /** Completes the sentence "This error is returned when …". */
  readonly when: string;
  /** Advice on retrying the request. */
  readonly retry: string;
}

// The content security policy has hashes of their text, so prettier must not add white space.
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);
const SCRIPT_ELEMENT = new Html(`<script>${SCRIPT}</script>`);

/** Renders an OpenAPI document as one HTML page. The page loads nothing else, and can be read without its script. */
export function renderReferencePage(document: ReferenceDocument, errors: readonly ErrorRow[]): string {
  const view = new JsonView(document.info);
  const chapters = (document.tags ?? []).map(({ name, description = '' }) => ({
    name,
    description,
    operations: listOperations(document, name),
  }));
  const components = new JsonView({ components: document.components });
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${view.at('title').text} API</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <a class="to-menu" href="#menu">Menu</a>
        <nav id="menu">
          <h1>${view.at('title').text} API</h1>
          <a href="llms.txt">First trade, request by request</a>
          <input id="filter" type="search" placeholder="Filter" aria-label="Filter" hidden />
          ${chapters.map(
            ({ name, operations }) =>
              html`<h2>${name}</h2>
                <ul>
                  ${operations.map((listed) => renderLink(listed))}
                </ul>`,
          )}
          <h2>More</h2>
          <ul>
            <li><a href="#errors">Errors</a></li>
            <li><a href="#schemas">Schemas</a></li>
            <li><a href="openapi.json">OpenAPI document</a></li>
          </ul>
        </nav>
        <main>
          <div class="intro">
            <h1>${view.at('title').text} API <small class="soft">${view.at('version').text}</small></h1>
            ${prose(view.at('description').text)}
          </div>
          ${chapters.map(
            ({ name, description, operations }) =>
              html`<section>
                <h2>${name}</h2>
                <p class="intro">${inline(description)}</p>
                ${operations.map((listed) => renderOperation(listed, components))}
              </section>`,
          )}
          ${renderErrors(errors)} ${renderSchemas(components)}
        </main>
        ${SCRIPT_ELEMENT}
      </body>
    </html> `.markup;
}

function listOperations({ paths }: ReferenceDocument, tag: string): ListedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, operation]: [string, unknown]) => ({ method, path, operation: new JsonView(operation) }))
      .filter(({ operation }) => operation.at('tags').items.some(({ text }) => text === tag)),
  );
}

function renderLink(listed: ListedOperation): Html {
  return html`<li>
    <a href="#${anchorOf(listed)}"
      ><span class="verb ${listed.method}">${listed.method.toUpperCase()}</span
      >${listed.operation.at('summary').text}</a
    >
  </li>`;
}

function renderErrors(errors: readonly ErrorRow[]): Html {
  const rows = errors.map(
    ({ status, code, when, retry }) =>
      html`<tr>
        <td>${status}</td>
        <td><code>${code}</code></td>
        <td>${inline(when)}</td>
        <td>${inline(retry)}</td>
      </tr>`,
  );
  return html`<section id="errors">
    <h2>Errors</h2>
    <table>
      <thead>
        <tr>
          <th>Status</th>
          <th>Code</th>
          <th>Returned when</th>
          <th>Retry</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section>`;
}

function renderSchemas(document: JsonView): Html {
  const schemas = document.at('components', 'schemas').entries;
  return html`<section id="schemas">
    <h2>Schemas</h2>
    ${schemas.map(
      ([name, schema]) =>
        html`<details id="schema-${name}">
          <summary><code>${name}</code> <span class="soft">${inline(schema.at('description').text)}</span></summary>
          ${renderLimits(schema)}${renderFields(schema)}
        </details>`,
    )}
  </section>`;
}
