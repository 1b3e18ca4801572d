import type { OpenAPIObject } from '@nestjs/swagger';

/** Components that the MCP server's tools answer parts of. */
const COMPONENTS = [
  ...['AgentWallet', 'Check', 'Execution', 'Intent', 'Market', 'OnchainMarket', 'PortfolioPosition'],
  ...['BudgetRule', 'Quote', 'ResolutionTerms', 'TransactionRequest'],
];

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly pattern?: string;
}

type Schemas = Readonly<Record<string, Schema>>;

/** Renders the parts of the document that the tools' schemas consist of. */
export function renderMcpSchemas(document: OpenAPIObject): string {
  const source: { components: { schemas: Schemas } } = JSON.parse(JSON.stringify(document));
  const { schemas } = source.components;
  const pattern = schemas.BuyIntent?.properties?.agent_id?.pattern;
  if (pattern === undefined) throw new Error('the document has no pattern of agent ids');
  return [
    `export const AGENT_ID_PATTERN = ${JSON.stringify(pattern)};`,
    '',
    '/** Types of the properties of each component. */',
    `export const SCHEMAS = ${JSON.stringify(componentSchemas(schemas), null, 2)} as const;`,
    '',
  ].join('\n');
}

/** Leaves out texts, limits that a later version may widen, and what an object consists of: the tools name that themselves. */
function componentSchemas(schemas: Schemas): Record<string, Record<string, object>> {
  const resolve = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema;
    const name = schema.$ref.replace('#/components/schemas/', '');
    const target = schemas[name];
    if (target === undefined) throw new Error(`the document has no schema ${name}`);
    return target;
  };
  const typesOnly = (schema: Schema): object => {
    const { type, anyOf, allOf, items } = resolve(schema);
    const [base] = allOf ?? [];
    if (base !== undefined) return typesOnly(base);
    const [variant, ...others] = anyOf?.filter((one) => one.type !== 'null') ?? [];
    if (variant !== undefined && others.length === 0) {
      const inner: { type?: unknown } = typesOnly(variant);
      return { ...inner, type: [inner.type, 'null'] };
    }
    return {
      ...(type === undefined ? {} : { type }),
      ...(items === undefined ? {} : { items: typesOnly(items) }),
    };
  };
  const toProperties = (properties: Readonly<Record<string, Schema>>): Record<string, object> =>
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, typesOnly(schema)]));

  return Object.fromEntries(
    COMPONENTS.map((name) => [name, toProperties(resolve({ $ref: `#/components/schemas/${name}` }).properties ?? {})]),
  );
}
