import { useLayoutEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import { ConnectionNotice } from './layout/connection-notice.js';
import { Footer } from './layout/footer.js';
import { Header } from './layout/header.js';
import { PAGES } from './pages.js';
import { parseRoute, useHash } from './routing/route.js';
import { restoreScroll } from './routing/scroll.js';
import { NotFoundPage } from './ui/not-found-page.js';

export function App(): JSX.Element {
  const { page, id } = parseRoute(useHash());
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const Page = PAGES[page]?.component ?? NotFoundPage;
  useLayoutEffect(() => {
    document.title = `${PAGES[page]?.title ?? 'Not found'} · Presage`;
    if (!isFirst.current) main.current?.focus(); // before the next key press; a screen reader continues here
    isFirst.current = false;
    return restoreScroll();
  }, [page, id]);
  return (
    <>
      <Header page={page} onSkip={() => main.current?.focus()} />
      <ConnectionNotice />
      <main ref={main} tabIndex={-1}>
        <Page key={`${page}/${id ?? ''}`} id={id} />
      </main>
      <Footer />
    </>
  );
}
