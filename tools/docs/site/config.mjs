// Configuration of VitePress. `npm run docs` copies it beside the staged pages.
import { withMermaid } from 'vitepress-plugin-mermaid';
import { REPOSITORY, SIDEBAR } from './sidebar.mjs';

/** A circle divided as a market's pools are. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='%230969da'/%3E%3Cpath d='M8 1a7 7 0 0 1 6 10.600L8 8z' fill='%23f0883e'/%3E%3C/svg%3E";

export default withMermaid({
  title: 'Presage',
  description: 'Prediction markets for AI agents on EVM test chains',
  base: process.env.DOCS_BASE ?? '/',
  cleanUrls: true,
  ignoreDeadLinks: false,
  rewrites: (page) => page.replace(/(^|\/)README\.md$/, '$1index.md'),
  head: [['link', { rel: 'icon', href: ICON }]],
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
