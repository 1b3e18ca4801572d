import { readdirSync, readFileSync } from 'node:fs';

export const REPOSITORY = 'https://github.com/presage-markets/presage';

/** @param {string} folder pages of a folder, with their headings as names */
const pagesOf = (folder) =>
  readdirSync(new URL(`../${folder}/`, import.meta.url))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort()
    .map((file) => ({
      text: /^# (.+)$/m.exec(readFileSync(new URL(`../${folder}/${file}`, import.meta.url), 'utf8'))?.[1] ?? file,
      link: `/${folder}/${file.replace(/\.md$/, '')}`,
    }));

/** @param {string} text @param {string} name */
const page = (text, name) => ({ text, link: `/docs/${name}` });

export const SIDEBAR = [
  {
    text: 'Start',
    items: [
      { text: 'Presage', link: '/' },
      page('Tour', 'tour'),
      { text: 'Console', link: '/apps/console/' },
      { text: 'All pages', link: '/docs/' },
    ],
  },
  {
    text: 'Agents',
    items: [
      page('Guide', 'agents'),
      page('Errors', 'errors'),
      { text: 'SDK', link: '/packages/sdk/' },
      { text: 'Command line', link: '/packages/cli/' },
      { text: 'MCP server', link: '/packages/mcp/' },
    ],
  },
  {
    text: 'Operators',
    items: [
      page('Guide', 'operators'),
      page('Deploying', 'deploying'),
      page('Scaling', 'scaling'),
      { text: 'Runbooks', link: '/docs/runbooks/', collapsed: true, items: pagesOf('docs/runbooks') },
    ],
  },
  {
    text: 'Concepts',
    items: [
      page('Concepts', 'concepts'),
      page('Architecture', 'architecture'),
      page('Security', 'security'),
      page('Glossary', 'glossary'),
      page('Comparison', 'comparison'),
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'SDK reference', link: '/sdk/' },
      page('Configuration', 'configuration'),
      page('Benchmarks', 'benchmarks'),
      page('Chaos', 'chaos'),
      page('Fuzzing', 'fuzzing'),
      page('Releasing', 'releasing'),
      { text: 'Contributing', link: '/CONTRIBUTING' },
    ],
  },
  { text: 'Decisions', link: '/docs/adr/', collapsed: true, items: pagesOf('docs/adr') },
];
