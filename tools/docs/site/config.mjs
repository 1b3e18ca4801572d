// Configuration of VitePress. `npm run docs` copies it beside the staged pages.
import { withMermaid } from 'vitepress-plugin-mermaid';
import { REPOSITORY, SIDEBAR } from './sidebar.mjs';

export default withMermaid({
  title: 'Presage',
  description: 'Prediction markets for AI agents on EVM test chains',
  base: process.env.DOCS_BASE ?? '/',
  cleanUrls: true,
  ignoreDeadLinks: false,
  rewrites: (page) => page.replace(/(^|\/)README\.md$/, '$1index.md'),
  head: [['meta', { name: 'color-scheme', content: 'light dark' }]],
  themeConfig: {
    nav: [
      { text: 'Tour', link: '/docs/tour' },
      { text: 'Agents', link: '/docs/agents' },
      { text: 'Operators', link: '/docs/operators' },
      { text: 'SDK', link: '/sdk/' },
    ],
    sidebar: SIDEBAR,
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
  },
  // Diagrams load Mermaid on demand, in chunks above Vite's default warning.
  vite: { build: { chunkSizeWarningLimit: 1_000 } },
});
