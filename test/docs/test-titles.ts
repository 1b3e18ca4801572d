import ts from 'typescript';

/** Stands for a part of a title that each case of a table fills. */
const FILLED = /%[a-zA-Z#]|\$\{[^}]*\}|\$[\w.]+/;

/** Titles of the tests in a source, as written. */
export function listTitles(source: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [title] = node.arguments;
      if (title !== undefined && (ts.isStringLiteral(title) || ts.isNoSubstitutionTemplateLiteral(title)))
        titles.push(title.text);
      if (title !== undefined && ts.isTemplateExpression(title)) titles.push(title.getText(file).slice(1, -1));
    }
    ts.forEachChild(node, visit);
  };
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest);
  visit(file);
  return titles;
}

/** Whether the callee is `it`, `test` or their `each` with its table. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ['it', 'test'].includes(callee.text);
  const each = ts.isCallExpression(callee) ? callee.expression : null;
  return each !== null && ts.isPropertyAccessExpression(each) && each.name.text === 'each' && isTest(each.expression);
}

/**
 * Whether a name is the title, the title with the values of one case, or a start of the title that ends with `…`. The
 * values must occur in the source.
 */
export function isNameOfTest(name: string, { title, source }: { title: string; source: string }): boolean {
  if (name === title) return true;
  if (name.endsWith('…')) return name.length > 1 && title.startsWith(name.slice(0, -1));
  const parts = title.split(FILLED);
  if (parts.length === 1) return false;
  const pattern = parts.map(escapeRegExp).join('(.+)');
  const values = new RegExp(`^${pattern}$`).exec(name);
  return values !== null && values.slice(1).every((value) => hasWords(source, value));
}

function hasWords(source: string, words: string): boolean {
  return new RegExp(`(?<!\\w)${escapeRegExp(words)}(?!\\w)`).test(source);
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
