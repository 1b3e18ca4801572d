import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { grouped } from '../format/decimal.js';
import { Async, type Read } from './async.js';

interface PanelProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly aside?: ComponentChildren;
  readonly wide?: boolean;
}

export function Panel({ title, aside, wide = false, children }: PanelProps): JSX.Element {
  const id = useId();
  return (
    <section class={wide ? 'panel wide' : 'panel'} aria-labelledby={id}>
      <div class="panel-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

export type FactRow = readonly [name: string, value: ComponentChildren];

/** Names and values. Thousands of a number are separated. */
export function Facts({ rows }: { readonly rows: readonly FactRow[] }): JSX.Element {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'number' ? grouped(value) : value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface Column<T> {
  readonly name: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Whether the values are numbers, which are aligned to the right, with separators of thousands. */
  readonly isNumber?: boolean;
}

interface TableProps<T> {
  /** Caption for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly empty: string;
}

export function DataTable<T>({ label, columns, rows, keyOf, empty }: TableProps<T>): JSX.Element {
  if (rows.length === 0) return <p class="muted">{empty}</p>;
  return (
    <div class="table" role="group" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" class={isNumber === true ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, cell, isNumber }) => (
                <td key={name} class={isNumber === true ? 'number' : undefined}>
                  {isNumber === true ? formatNumber(cell(row)) : cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function formatNumber(cell: ComponentChildren): ComponentChildren {
  return typeof cell === 'string' || typeof cell === 'number' ? grouped(cell) : cell;
}

interface BarProps {
  readonly label: string;
  /** Decimal strings. The bar is drawn from rounded values, the text is exact. */
  readonly part: string;
  readonly whole: string;
  readonly tone?: 'yes' | 'no' | 'plain' | 'bad';
}

export function Bar({ label, part, whole, tone = 'plain' }: BarProps): JSX.Element {
  const share = Number(whole) > 0 ? Math.min(1, Number(part) / Number(whole)) : 0;
  return (
    <div class={`bar ${tone}`} role="img" aria-label={label}>
      <span style={{ width: `${share * 100}%` }} />
    </div>
  );
}

interface MoreProps {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  readonly text?: string;
}

export function More({ query, text = 'Show more' }: MoreProps): JSX.Element | null {
  if (!query.hasNextPage) return null;
  return (
    <button type="button" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {text}
    </button>
  );
}

interface PagedTableProps<T, Page> extends Omit<TableProps<T>, 'rows'> {
  readonly query: Read<{ readonly pages: readonly Page[] }> & MoreProps['query'];
  readonly rowsOf: (pages: readonly Page[]) => readonly T[];
}

export function PagedTable<T, Page>({ query, rowsOf, ...table }: PagedTableProps<T, Page>): JSX.Element {
  return (
    <>
      <Async of={query}>{({ pages }) => <DataTable {...table} rows={rowsOf(pages)} />}</Async>
      <More query={query} />
    </>
  );
}
