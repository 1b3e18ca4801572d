import { escapeHtml } from '@app/common';

/** Markup whose texts are escaped. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = Html | string | number | readonly Part[];

/** Joins markup and values. Values other than markup are escaped. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const markup = strings.map((string, index) => (index === 0 ? string : toMarkup(parts[index - 1] ?? '') + string));
  return new Html(markup.join(''));
}

function toMarkup(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(toMarkup).join('');
}

/** Renders Markdown paragraphs with code in backticks. */
export function prose(text: string): Html {
  const paragraphs = text.split('\n\n').filter((paragraph) => paragraph !== '');
  return html`${paragraphs.map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;
}

/** Renders one Markdown paragraph with code in backticks. */
export function inline(text: string): Html {
  return html`${text.split('`').map((piece, index) => (index % 2 === 0 ? piece : html`<code>${piece}</code>`))}`;
}
