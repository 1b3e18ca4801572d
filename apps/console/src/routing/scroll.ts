/** Distance from the top at which the reader left an entry of the history, in pixels, by the key of the entry. */
const leftAt = new Map<string, number>();

/** Events with which the reader scrolls. */
const OWN_SCROLLING = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Browsers without the Navigation API show each entry from its top. */
const entries = 'navigation' in globalThis ? navigation : null;

if (entries !== null) {
  history.scrollRestoration = 'manual'; // the browser restores it before the page has its content
  entries.addEventListener('navigate', () => leftAt.set(keyOfEntry(), scrollY));
}

/**
 * Scrolls to where the reader left the current entry of the history, and a new entry to its top. Scrolls again while the
 * page grows, until it is high enough or the reader scrolls.
 * @returns a function that stops this
 */
export function restoreScroll(): () => void {
  const top = leftAt.get(keyOfEntry()) ?? 0;
  const growth = new ResizeObserver(() => {
    scrollTo(0, top);
    if (scrollY >= Math.floor(top)) end();
  });
  const end = (): void => {
    growth.disconnect();
    for (const name of OWN_SCROLLING) removeEventListener(name, end);
  };
  growth.observe(document.body);
  for (const name of OWN_SCROLLING) addEventListener(name, end, { passive: true });
  scrollTo(0, top);
  return end;
}

function keyOfEntry(): string {
  return entries?.currentEntry?.key ?? '';
}
