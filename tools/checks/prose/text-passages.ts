import { CST, Parser } from 'yaml';
import { passageOf, type Passage, type PassageKind, type PassageLine } from './passage.js';

/** Reads the paragraphs, list items and table cells of a Markdown document, without its code blocks. */
export function markdownPassages(file: string, text: string): Passage[] {
  const passages: Passage[] = [];
  let paragraph: PassageLine[] = [];
  let fence: string | null = null;
  const close = (): void => {
    passages.push(...passageOf(file, 'document', paragraph));
    paragraph = [];
  };
  for (const [index, raw] of text.split('\n').entries()) {
    const mark = /^\s*(```|~~~)/.exec(raw)?.[1];
    if (mark !== undefined && (fence === null || fence === mark)) {
      fence = fence === null ? mark : null;
      close();
      continue;
    }
    if (fence !== null) continue;
    if (/^\s*(?:$|[-*+] |\d+\. |#|\||>)/.test(raw)) close();
    const line = raw.replaceAll(/\]\([^)]*\)/g, ']').replace(/^\s*(?:[-*+]|\d+\.|#+|>)\s+/, '');
    paragraph.push({ number: index + 1, text: line });
    if (/^\s*(?:#|\|)/.test(raw)) close();
  }
  close();
  return passages;
}

/** Reads the comments of a YAML file, and its values where operators read them. */
export function yamlPassages(file: string, text: string): Passage[] {
  const lineOf = lineIndex(text);
  const comments: PassageLine[] = [];
  const passages: Passage[] = [];
  const areValuesPublic = /alerts\.yml$/.test(file);
  const visit = (token: CST.Token | CST.SourceToken): void => {
    if (token.type === 'comment') {
      comments.push({ number: lineOf(token.offset), text: token.source.replace(/^#+/, '') });
    }
    if (areValuesPublic && CST.isScalar(token)) {
      const value = CST.resolveAsScalar(token)?.value ?? '';
      passages.push(...passageOf(file, 'public string', [{ number: lineOf(token.offset), text: value }]));
    }
    for (const child of children(token)) visit(child);
  };
  for (const token of new Parser().parse(text)) visit(token);
  return [...blocksOf(comments).flatMap((block) => passageOf(file, 'comment', block)), ...passages];
}

/** Reads the lines that open with `#`: shell scripts, Dockerfile, ignore files, `.env`. */
export function hashPassages(file: string, text: string, kind: PassageKind): Passage[] {
  const lines = text.split('\n').flatMap((line, index) => {
    const [, comment] = /^\s*#(?!!)+\s?(.*)$/.exec(line) ?? [];
    return comment === undefined ? [] : [{ number: index + 1, text: comment }];
  });
  return blocksOf(lines).flatMap((block) => passageOf(file, kind, block));
}

/** Reads the texts of a Grafana dashboard. */
export function dashboardPassages(file: string, text: string): Passage[] {
  return text.split('\n').flatMap((line, index) => {
    const [, value] = /"(?:title|description|legendFormat)":\s*"((?:[^"\\]|\\.)*)"/.exec(line) ?? [];
    return value === undefined ? [] : passageOf(file, 'public string', [{ number: index + 1, text: value }]);
  });
}

function children(token: CST.Token | CST.SourceToken): (CST.Token | CST.SourceToken)[] {
  if (token.type === 'document') return [...token.start, ...(token.value ? [token.value] : []), ...(token.end ?? [])];
  if ('items' in token) {
    const items = token.items.flatMap(({ start, key, sep, value }) => [
      ...start,
      ...(key ? [key] : []),
      ...(sep ?? []),
      ...(value ? [value] : []),
    ]);
    return 'end' in token ? [...items, ...(token.end ?? [])] : items;
  }
  if ('props' in token) return token.props;
  return 'end' in token && token.end ? token.end : [];
}

/** Groups consecutive lines. */
function blocksOf(lines: readonly PassageLine[]): PassageLine[][] {
  const blocks: PassageLine[][] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (last?.at(-1)?.number === line.number - 1) last.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

function lineIndex(text: string): (offset: number) => number {
  const starts = [0];
  for (const { index } of text.matchAll(/\n/g)) starts.push(index + 1);
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}
