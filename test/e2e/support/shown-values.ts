import type { Page } from 'playwright-core';

/** A panel as a page shows it. A time is its RFC 3339 form, and a hash is not shortened. */
export interface ShownPanel {
  /** Values by their names. A name in a second list is followed by 2. */
  readonly facts: Readonly<Record<string, string>>;
  /** Rows of all tables, each by the names of the columns. */
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** Values that each panel must show. It may show others. */
export type Panels = Readonly<Record<string, Partial<ShownPanel>>>;

export interface ShownPage {
  /** First time on the page outside of the panels; null without one. */
  readonly at: string | null;
  /** Panels by their titles. */
  readonly panels: Readonly<Record<string, ShownPanel>>;
}

const READ = `(() => {
  const valueOf = (element) => {
    const time = element.querySelector('time');
    if (time !== null) return time.dateTime;
    const hash = element.querySelector('button.hash:not([title="Copy the command"])');
    return hash === null ? element.innerText.trim() : hash.title.replace('Copy ', '');
  };
  const all = (scope, selector) => [...scope.querySelectorAll(selector)];
  const texts = (scope, selector) => all(scope, selector).map(valueOf);
  const named = (names, values) => Object.fromEntries(names.map((name, index) => [name, values[index]]));
  const factsOf = (panel) => {
    const names = texts(panel, '.facts dt');
    const counted = names.map((name, index) => {
      const count = names.slice(0, index + 1).filter((one) => one === name).length;
      return count === 1 ? name : name + ' ' + count;
    });
    return named(counted, texts(panel, '.facts dd'));
  };
  const rowsOf = (table) => all(table, 'tbody tr').map((row) => named(texts(table, 'th'), texts(row, 'td')));
  const panels = all(document, 'section.panel').map((panel) => [
    panel.querySelector('h2').innerText,
    { facts: factsOf(panel), rows: all(panel, 'table').flatMap(rowsOf) },
  ]);
  const time = all(document, 'time').find((one) => one.closest('section') === null);
  return { at: time?.dateTime ?? null, panels: Object.fromEntries(panels) };
})()`;

/** Reads everything that the page shows at one moment. */
export function readPage(page: Page): Promise<ShownPage> {
  return page.evaluate<ShownPage>(READ);
}

/** Lists the numbers and times on a page that `expected` has no value for. */
export function listUnexpected({ panels }: ShownPage, expected: Panels): string[] {
  const unexpected = (title: string, shown: Record<string, string>, wanted: object | undefined): string[] =>
    Object.entries(shown)
      .filter(([name, value]) => /^-?\d/.test(value) && !Object.hasOwn(wanted ?? {}, name))
      .map(([name, value]) => `${title}, ${name}: ${value}`);
  return Object.entries(panels).flatMap(([title, { facts, rows }]) => [
    ...unexpected(title, facts, expected[title]?.facts),
    ...rows.flatMap((row, index) => unexpected(title, row, expected[title]?.rows?.[index])),
  ]);
}
