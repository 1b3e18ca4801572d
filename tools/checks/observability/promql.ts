import { parser } from '@prometheus-io/lezer-promql';

export interface MetricUse {
  readonly name: string;
  readonly matchers: readonly LabelMatcher[];
  /** Whether `rate` or `increase` takes the growth of this range of the metric. */
  readonly hasGrowth: boolean;
}

export interface LabelMatcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

export interface ParsedPromql {
  readonly metrics: readonly MetricUse[];
  /** Labels of `by`, `without`, `on` and `ignoring`. */
  readonly groupingLabels: readonly string[];
  readonly problems: readonly string[];
}

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

const GROWTH_FUNCTIONS = ['Rate', 'Increase'];
const GRAFANA_INTERVAL = /\$__\w*interval/g;

/** Parses an expression, also one with Grafana's interval variables, and lists the metrics and labels that it names. */
export function parsePromql(expression: string): ParsedPromql {
  const text = expression.replaceAll(GRAFANA_INTERVAL, '5m');
  const textOf = (node: SyntaxNode | null): string => (node === null ? '' : text.slice(node.from, node.to));
  const metrics: MetricUse[] = [];
  const groupingLabels: string[] = [];
  const problems = new Set<string>();
  parser.parse(text).iterate({
    enter: ({ type, node }) => {
      if (type.isError) problems.add(`syntax error at "${text.slice(Math.max(0, node.from - 20), node.to + 20)}"`);
      if (type.name === 'VectorSelector') metrics.push(readSelector(node, textOf));
      if (type.name === 'GroupingLabels') groupingLabels.push(...node.getChildren('LabelName').map(textOf));
    },
  });
  return { metrics, groupingLabels, problems: [...problems] };
}

function readSelector(selector: SyntaxNode, textOf: (node: SyntaxNode | null) => string): MetricUse {
  const matchers = selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
  return {
    name: textOf(selector.getChild('Identifier')),
    matchers: matchers.map((matcher) => ({
      label: textOf(matcher.getChild('LabelName')),
      operator: textOf(matcher.getChild('MatchOp')),
      value: textOf(matcher.getChild('StringLiteral')).slice(1, -1),
    })),
    hasGrowth: selector.parent?.name === 'MatrixSelector' && isInGrowthFunction(selector),
  };
}

function isInGrowthFunction(node: SyntaxNode): boolean {
  for (let parent = node.parent; parent !== null; parent = parent.parent) {
    const functionName = parent.getChild('FunctionIdentifier')?.firstChild?.name;
    if (functionName !== undefined && GROWTH_FUNCTIONS.includes(functionName)) return true;
  }
  return false;
}
