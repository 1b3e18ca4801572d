import { isRecord } from '@app/common';

/** Width of a terminal that does not tell its own. */
export const TERMINAL_COLUMNS = 120;
/** Fields that are recognised by their value, and shown without their name. */
const UNNAMED = new Set(['method', 'route', 'status', 'code', 'action', 'agentId', 'intentId', 'executionId']);
/** Fields before the others; the process has its own column, or its own terminal. */
const SHOWN_APART = new Set(['time', 'level', 'app', 'event']);
const CLOCK = /T(\d\d:\d\d:\d\d)/;

/** Renders a JSON log line for a terminal, cut to its width. Other text is returned unchanged. */
export function terminalLine(line: string, columns: number): string {
  const record = parseRecord(line);
  if (record === null) return line;
  const { time, level, event } = record;
  const words = Object.entries(record).filter(([name, value]) => !SHOWN_APART.has(name) && value !== null);
  const text = [
    CLOCK.exec(String(time))?.[1] ?? '',
    ...(level === 'info' ? [] : [String(level).toUpperCase()]),
    String(event),
    ...words.map(([name, value]) => (UNNAMED.has(name) ? quoteWord(value) : `${name}=${quoteWord(value)}`)),
  ].join(' ');
  return text.length <= columns ? text : `${text.slice(0, columns - 1)}…`;
}

function parseRecord(line: string): Readonly<Record<string, unknown>> | null {
  if (!line.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : null;
  } catch {
    return null; // not a log line
  }
}

/** Quotes text with spaces or control characters, so that each event stays on one line. */
function quoteWord(value: unknown): string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? value : JSON.stringify(value);
}
