interface Program {
  readonly run: () => Promise<unknown>;
  readonly summary: string;
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  simulate: { run: () => import('./simulation/main.js'), summary: 'the engine under simulated faults, seed by seed' },
  chaos: {
    run: () => import('./chaos/main.js'),
    summary: 'the running product, whose processes and servers are killed',
  },
  fuzz: { run: () => import('./fuzz/main.js'), summary: 'generated and hostile requests to every route' },
  'contracts-fuzz': { run: () => import('./contracts-fuzz.js'), summary: 'random sequences of calls to the contracts' },
  'bench writes': {
    run: () => import('./bench/writes/main.js'),
    summary: 'buys through the product beside a minimal program',
  },
  'bench history': {
    run: () => import('./bench/history/main.js'),
    summary: 'cost of work after few and after many executions',
  },
  'bench fairness': {
    run: () => import('./bench/fairness/main.js'),
    summary: 'a funded buy beside wallets without money',
  },
  'interop spectral': {
    run: () => import('./interop/spectral.js'),
    summary: 'the OpenAPI document, checked by other linters',
  },
  'interop clients': {
    run: () => import('./interop/clients.js'),
    summary: 'clients that five generators write from the document',
  },
  'interop mcp': {
    run: () => import('./interop/mcp-clients.js'),
    summary: 'other MCP clients bet through the MCP server',
  },
  'interop packages': {
    run: () => import('./interop/published-packages.js'),
    summary: 'the packed packages, installed elsewhere',
  },
  indexer: { run: () => import('./indexer/main.js'), summary: 'read models beside those of Ponder, another indexer' },
  'browser measure': {
    run: () => import('./browser/measure.js'),
    summary: 'paint, layout shifts and scripts of the web console',
  },
  'browser screenshots': {
    run: () => import('./browser/screenshots.js'),
    summary: 'pictures of the web console for the docs',
  },
  'browser reference-page': { run: () => import('./interop/reference-page.js'), summary: '/docs in a browser' },
  'browser foreign-pages': {
    run: () => import('./interop/foreign-pages.js'),
    summary: 'pages of other sites that call the API',
  },
};
const EXIT_USAGE = 2;

/** `npm run lab -- PROGRAM [options]` runs a program of the laboratory; without one it lists them. */
async function lab(args: readonly string[]): Promise<void> {
  const name = Object.keys(PROGRAMS).find((words) => words === args.slice(0, words.split(' ').length).join(' '));
  const program = PROGRAMS[name ?? ''];
  if (name === undefined || program === undefined) return explain(args);
  process.argv.splice(2, name.split(' ').length);
  await program.run();
}

function explain(args: readonly string[]): void {
  const isHelp = ['help', '--help', '-h', undefined].includes(args[0]);
  if (!isHelp) console.error(`[lab] unknown program: ${args.join(' ')}`);
  const lines = Object.entries(PROGRAMS).map(([name, { summary }]) => `  ${name.padEnd(22)}  ${summary}`);
  console.log(`Usage: npm run lab -- PROGRAM [options, or --help]\n\n${lines.join('\n')}`);
  process.exitCode = isHelp ? 0 : EXIT_USAGE;
}

await lab(process.argv.slice(2));
