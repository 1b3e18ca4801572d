import ts from 'typescript';
import { passageOf, type Passage, type PassageKind, type PassageLine } from './passage.js';

interface Span {
  readonly start: number;
  readonly end: number;
}

const TEST_FUNCTIONS = new Set(['describe', 'it', 'test']);
const EVENT_NAME = /^[a-z][a-z_]*(?:[._][a-z]+)+$/;
const SENTENCE = /\p{L}{2,}\s+\S*\p{L}/u;
const SQL_COMMENT = /^\s*--\s*(.*)$/;
const SQL_COMMENTS = /^\s*--.*$/gm;

/** Reads comments, test names, strings, texts of elements and declared identifiers of a TypeScript or JavaScript source. */
export function typescriptPassages(file: string, text: string): Passage[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const literals: Span[] = [];
  const passages: Passage[] = [];
  const isSpec = /spec\.tsx?$/.test(file);
  // The names of columns are stored, and do not change.
  const hasEventNames = !file.endsWith('.entity.ts');
  const hasPublicStrings = /^(?:apps|libs|packages|tools)\//.test(file) && !isSpec;

  const add = (kind: PassageKind, content: string, node: ts.Node): void => {
    passages.push(...passageOf(file, kind, linesFrom(source, content, node.getStart(source))));
  };
  const visitString = (node: ts.Node, content: string): void => {
    const sqlComments = linesFrom(source, content, node.getStart(source)).flatMap(({ number, text: line }) => {
      const [, comment] = SQL_COMMENT.exec(line) ?? [];
      return comment === undefined ? [] : [{ number, text: comment }];
    });
    passages.push(...passageOf(file, 'comment', sqlComments));
    if (!hasPublicStrings) return;
    const spoken = content.replaceAll(SQL_COMMENTS, '');
    if (SENTENCE.test(spoken)) add('public string', spoken, node);
    else if (hasEventNames && EVENT_NAME.test(content)) add('public string', content.replaceAll(/[._]/g, ' '), node);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) literals.push({ start: node.pos, end: node.end });
    else if (isLiteral(node)) literals.push({ start: node.getStart(source), end: node.end });
    const content = stringText(node);
    if (ts.isJsxText(node) && hasPublicStrings) {
      passages.push(...passageOf(file, 'public string', linesFrom(source, node.text, node.pos)));
    }
    if (content !== null && isTestName(node)) add('test name', content, node);
    else if (content !== null) visitString(node, content);
    const name = declaredName(node);
    if (name !== null) passages.push(namePassage(file, lineOf(source, name.getStart(source)), name.text));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...comments(source, literals).flatMap((lines) => passageOf(file, 'comment', lines)), ...passages];
}

/** Splits camelCase, snake_case and kebab-case into words. */
export function namePassage(file: string, line: number, name: string): Passage {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').split(/[^A-Za-z\d]+/);
  return { file, kind: 'name', lines: [{ number: line, text: words.join(' ').toLowerCase() }] };
}

/** Comments of a C-like text. Between literals, the scanner cannot mistake a quote or a slash. */
export function comments(source: ts.SourceFile, literals: readonly Span[]): PassageLine[][] {
  const blocks: PassageLine[][] = [];
  const ordered = [...literals].sort((a, b) => a.start - b.start);
  let from = 0;
  for (const { start, end } of [...ordered, { start: source.text.length, end: source.text.length }]) {
    if (start >= from) collectComments(source, { start: from, end: start }, blocks);
    from = Math.max(from, end);
  }
  return blocks;
}

function collectComments(source: ts.SourceFile, { start, end }: Span, blocks: PassageLine[][]): void {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, source.text);
  scanner.setText(source.text, start, end - start);
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    const isLineComment = token === ts.SyntaxKind.SingleLineCommentTrivia;
    if (!isLineComment && token !== ts.SyntaxKind.MultiLineCommentTrivia) continue;
    const lines = linesFrom(source, scanner.getTokenText(), scanner.getTokenStart()).map(({ number, text }) => ({
      number,
      text: text.replace(/^\s*(?:\/\/+|\/?\*+(?!\*\w))\s?/, '').replace(/\*\/\s*$/, ''),
    }));
    const previous = blocks.at(-1)?.at(-1);
    const first = lines[0];
    if (isLineComment && first !== undefined && previous?.number === first.number - 1) blocks.at(-1)?.push(...lines);
    else blocks.push(lines);
  }
}

function linesFrom(source: ts.SourceFile, content: string, start: number): PassageLine[] {
  const first = lineOf(source, start);
  return content.split('\n').map((text, index) => ({ number: first + index, text }));
}

function lineOf(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

function isLiteral(node: ts.Node): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isRegularExpressionLiteral(node) ||
    [ts.SyntaxKind.TemplateHead, ts.SyntaxKind.TemplateMiddle, ts.SyntaxKind.TemplateTail].includes(node.kind)
  );
}

/** The value of a string, with `{}` for each inserted expression of a template. */
function stringText(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
}

/** Whether a string is the first argument of describe, it or test, also in their `.each` form. */
function isTestName(node: ts.Node): boolean {
  const call = node.parent;
  return ts.isCallExpression(call) && call.arguments[0] === node && TEST_FUNCTIONS.has(rootName(call));
}

function rootName(call: ts.CallExpression): string {
  let callee: ts.Expression = call.expression;
  while (!ts.isIdentifier(callee)) {
    if (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression;
    else if (ts.isTaggedTemplateExpression(callee)) callee = callee.tag;
    else return '';
  }
  return callee.text;
}

function declaredName(node: ts.Node): ts.Identifier | null {
  if (!ts.isVariableDeclaration(node) && !ts.isParameter(node) && !ts.isFunctionDeclaration(node)) {
    if (!ts.isClassDeclaration(node) && !ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node)) {
      if (!ts.isMethodDeclaration(node) && !ts.isPropertyDeclaration(node) && !ts.isPropertySignature(node))
        return null;
    }
  }
  const { name } = node;
  return name !== undefined && ts.isIdentifier(name) ? name : null;
}
