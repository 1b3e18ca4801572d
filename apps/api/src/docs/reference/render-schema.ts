import { html, type Html, inline } from './html.js';
import type { JsonView } from './json-view.js';

const COMPONENTS = '#/components/schemas/';

/** Renders the fields of an object schema, with the fields of nested objects below their row. */
export function renderFields(schema: JsonView): Html {
  const required = new Set(schema.at('required').items.map(({ text }) => text));
  const rows = schema.at('properties').entries.map(([name, field]) => renderRow(name, field, required.has(name)));
  return rows.length === 0 ? html`` : html`<dl class="fields">${rows}</dl>`;
}

/** Renders the type of a schema, with links to named schemas. */
export function renderType(schema: JsonView): Html {
  const name = schema.at('$ref').text;
  if (name !== '') return linkTo(name.replace(COMPONENTS, ''));
  const choices = [...schema.at('anyOf').items, ...schema.at('oneOf').items];
  if (choices.length > 0) return joined(choices.map(renderType), ' or ');
  const type = schema.at('type');
  const names = type.items.length > 0 ? type.items.map(({ text }) => text) : [type.text];
  return joined(
    names.map((word) => (word === 'array' ? html`array of ${renderType(schema.at('items'))}` : html`${word}`)),
    ' or ',
  );
}

function linkTo(name: string): Html {
  return html`<a href="#schema-${name}">${name}</a>`;
}

function renderRow(name: string, schema: JsonView, isRequired: boolean): Html {
  return html`<dt>
      <code>${name}</code>
      <span class="type">${renderType(schema)}</span> ${isRequired ? '' : html`<span class="soft">· optional</span>`}
    </dt>
    <dd>
      ${inline(schema.at('description').text)}${renderLimits(schema)}${renderFields(schema)}${renderFields(schema.at('items'))}
    </dd>`;
}

/** Renders the constraints of a schema beyond its type. */
export function renderLimits(schema: JsonView): Html {
  const words = schema.at('enum').exists ? schema.at('enum') : schema.at('items', 'enum');
  const values = words.items.filter(({ value }) => value !== null);
  const limits = [
    ...(values.length > 1
      ? [
          html`one of
          ${joined(
            values.map((value) => html`<code>${value.pretty}</code>`),
            ' ',
          )}`,
        ]
      : []),
    ...(values.length === 1 ? [html`always <code>${values[0]?.pretty ?? ''}</code>`] : []),
    ...notes(schema),
  ];
  return limits.length === 0 ? html`` : html`<span class="limits">${joined(limits, ' · ')}</span>`;
}

const NOTES: readonly [key: string, words: string][] = [
  ['format', ''],
  ['minLength', 'minimum length'],
  ['maxLength', 'maximum length'],
  ['minimum', 'minimum'],
  ['maximum', 'maximum'],
  ['minItems', 'minimum items'],
  ['maxItems', 'maximum items'],
  ['pattern', 'matches'],
  ['default', 'default'],
];
/** Constraints of nearly every text and list. They are left out. */
const COMMONPLACE = new Set(['minLength 1', 'minItems 0', 'maxItems 100', 'minimum 0']);

function notes(schema: JsonView): Html[] {
  return NOTES.flatMap(([key, words]) => {
    const { exists, pretty } = schema.at(key);
    if (!exists || COMMONPLACE.has(`${key} ${pretty}`)) return [];
    return [html`${words === '' ? '' : `${words} `}<code>${pretty}</code>`];
  });
}

function joined(parts: readonly Html[], separator: string): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : html`${separator}${part}`))}`;
}
