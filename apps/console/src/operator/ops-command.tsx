import type { JSX } from 'preact';
import { useCopy } from '../ui/use-copy.js';

/** Command of `npm run ops`. A click copies it. */
export function OpsCommand({ words }: { readonly words: string }): JSX.Element {
  const text = `npm run ops -- ${words}`;
  const { result, copy } = useCopy(text);
  return (
    <button type="button" class="hash" title="Copy the command" onClick={copy}>
      {result ?? text}
    </button>
  );
}
