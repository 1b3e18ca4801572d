// Reads a PromQL expression as far as it takes to find what it names: metrics with their labels, and what is done to them.
const KEYWORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'by', 'without', 'on', 'ignoring', 'inf', 'nan']);
const FUNCTIONS = new Set([
  ...['sum', 'max', 'min', 'avg', 'count', 'topk', 'bottomk', 'rate', 'increase', 'histogram_quantile', 'absent'],
  ...['clamp_min', 'clamp_max', 'time', 'vector', 'deriv', 'max_over_time', 'min_over_time', 'avg_over_time'],
]);
/** What takes the growth of a counter; a gauge in one, or a counter outside, shows nonsense. */
export const GROWTH = new Set(['rate', 'increase']);

const TOKEN = /"(?:[^"\\]|\\.)*"|\[[^\]]*\]|\$?[a-zA-Z_:][\w:]*|\d+(?:\.\d+)?|=~|!~|!=|==|>=|<=|[-+*/%^(){},=<>]/g;

/**
 * @returns {{metrics: {name: string, matchers: {label: string, operator: string, value: string}[], within: string[], ranged: boolean}[], grouped: string[], problems: string[]}}
 */
export function readPromql(expression) {
  const tokens = [...expression.matchAll(TOKEN)].map(([token]) => token);
  const problems = [];
  if (expression.replace(TOKEN, '').trim() !== '') problems.push('it has characters that belong to nothing');
  const metrics = [];
  const grouped = [];
  const open = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === '(') open.push(FUNCTIONS.has(tokens[at - 1]) ? tokens[at - 1] : (aggregation(tokens, at) ?? ''));
    else if (token === ')' && open.pop() === undefined) problems.push('a bracket closes that was not opened');
    else if (['by', 'without', 'on', 'ignoring'].includes(token)) {
      const end = tokens.indexOf(')', at);
      grouped.push(...tokens.slice(at + 2, end).filter((word) => word !== ','));
      at = end;
    } else if (/^[a-zA-Z_:]/.test(token) && !KEYWORDS.has(token)) {
      if (['(', 'by', 'without'].includes(tokens[at + 1])) {
        if (!FUNCTIONS.has(token)) problems.push(`${token} is no function`);
        continue;
      }
      const { matchers, next } = readMatchers(tokens, at + 1);
      metrics.push({ name: token, matchers, within: [...open], ranged: tokens[next]?.startsWith('[') ?? false });
      at = next - 1;
    }
  }
  if (open.length > 0) problems.push('a bracket is left open');
  return { metrics, grouped, problems };
}

/** `sum by (x) (`: the bracket belongs to the aggregation. */
function aggregation(tokens, at) {
  if (tokens[at - 1] !== ')') return null;
  const start = tokens.lastIndexOf('(', at - 1);
  return ['by', 'without'].includes(tokens[start - 1]) ? tokens[start - 2] : null;
}

function readMatchers(tokens, from) {
  const matchers = [];
  if (tokens[from] !== '{') return { matchers, next: from };
  let at = from + 1;
  for (; at < tokens.length && tokens[at] !== '}'; at += 1) {
    if (tokens[at] === ',') continue;
    const [label, operator, value = ''] = tokens.slice(at, at + 3);
    matchers.push({ label, operator, value: value.slice(1, -1) });
    at += 2;
  }
  return { matchers, next: at + 1 };
}
