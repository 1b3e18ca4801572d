import { html, type Html } from './html.js';
import type { JsonView } from './json-view.js';

/** Address of the API that `npm start` runs. The page's script replaces it by the page's own origin. */
const SAMPLE_ORIGIN = 'http://127.0.0.1:4000';

interface Called {
  readonly method: string;
  readonly path: string;
  readonly operation: JsonView;
}

/** Renders a curl command for each example of the body. */
export function renderCall({ method, path, operation }: Called): Html {
  const target =
    path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => examplePathValue(operation, name)) +
    requiredQuery(operation);
  const bodies = operation.at('requestBody', 'content', 'application/json', 'examples').entries;
  if (bodies.length === 0) return renderExample('Request', curlLine(method, target, null));
  return html`${bodies.map(([name, body], index) =>
    renderExample(
      bodies.length === 1 ? 'Request' : `Request: ${name}`,
      curlLine(method, target, body.at('value')),
      bodies.length === 1 || index === 0,
    ),
  )}`;
}

/** Renders a collapsible block with a copy button. The text takes focus, so that the keyboard can scroll it. */
export function renderExample(title: string, text: string, open = true): Html {
  const [before, ...after] = text.split(SAMPLE_ORIGIN);
  const marked = html`${before ?? ''}${after.map((part) => html`<span class="origin">${SAMPLE_ORIGIN}</span>${part}`)}`;
  const content = html`<summary>${title}</summary>
    <button type="button" class="copy" aria-label="Copy: ${title}" hidden>Copy</button>
    <pre tabindex="0">${marked}</pre>`;
  return open
    ? html`<details class="example" open>${content}</details>`
    : html`<details class="example">${content}</details>`;
}

function curlLine(method: string, target: string, body: JsonView | null): string {
  // The shell interprets an unquoted question mark or ampersand.
  const url = target.includes('?') ? `'${SAMPLE_ORIGIN}${target}'` : `${SAMPLE_ORIGIN}${target}`;
  if (method === 'get') return `curl -s ${url}`;
  if (body === null) return `curl -s -X ${method.toUpperCase()} ${url}`;
  return `curl -s ${url} \\\n  -H 'content-type: application/json' \\\n  -d '${body.pretty.replaceAll("'", "'\\''")}'`;
}

function requiredQuery(operation: JsonView): string {
  const required = operation
    .at('parameters')
    .items.filter((parameter) => parameter.at('in').text === 'query' && parameter.at('required').value === true)
    .map((parameter) => `${parameter.at('name').text}=${encodeURIComponent(parameter.at('example').pretty)}`);
  return required.length === 0 ? '' : `?${required.join('&')}`;
}

function examplePathValue(operation: JsonView, name: string): string {
  const parameter = operation.at('parameters').items.find((one) => one.at('name').text === name);
  return parameter?.at('example').text ?? `{${name}}`;
}
