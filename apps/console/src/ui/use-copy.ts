import { useState } from 'preact/hooks';

const SHOWN_MS = 1_500;

export interface Copy {
  /** Result of the last click, null after a moment. */
  readonly result: string | null;
  readonly copy: () => void;
}

/** Copies a text to the clipboard, which browsers offer to pages of HTTPS or of this machine only. */
export function useCopy(text: string): Copy {
  const [result, setResult] = useState<string | null>(null);
  const show = (shown: string): void => {
    setResult(shown);
    setTimeout(() => setResult(null), SHOWN_MS);
  };
  const copy = (): void => {
    if (!('clipboard' in navigator)) return show('copying needs HTTPS');
    void navigator.clipboard.writeText(text).then(
      () => show('copied'),
      () => show('not copied'),
    );
  };
  return { result, copy };
}
