import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

const COPIED_MS = 1_500;

/** Command of `npm run ops`. A click copies it. */
export function OpsCommand({ words }: { readonly words: string }): JSX.Element {
  const [isCopied, setCopied] = useState(false);
  const text = `npm run ops -- ${words}`;
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_MS);
    });
  };
  return (
    <button type="button" class="hash" title="Copy the command" onClick={copy}>
      {isCopied ? 'copied' : text}
    </button>
  );
}
