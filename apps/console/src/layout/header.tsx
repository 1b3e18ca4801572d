import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { apiKey, setApiKey } from '../data/session.js';
import { useStore } from '../data/store.js';
import { PAGES } from '../pages.js';
import { Field } from '../ui/field.js';

interface HeaderProps {
  readonly page: string;
  readonly onSkip: () => void;
}

export function Header({ page, onSkip }: HeaderProps): JSX.Element {
  return (
    <header class="site">
      <button type="button" class="skip" onClick={onSkip}>
        Skip to content
      </button>
      <a class="brand" href="#/markets">
        Presage
      </a>
      <nav aria-label="Pages">
        {Object.entries(PAGES).map(([name, one]) => (
          <a key={name} href={`#/${name}`} aria-current={name === page ? 'page' : undefined}>
            {one.title}
          </a>
        ))}
        <a href="/docs">API</a>
      </nav>
      <KeyDialog />
    </header>
  );
}

/** The key stays in the session storage of the tab. A service without keys ignores it. */
function KeyDialog(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const key = useStore(apiKey);
  const [text, setText] = useState('');
  const use = (given: string): void => {
    setApiKey(given.trim());
    dialog.current?.close();
  };
  return (
    <>
      <button type="button" class="quiet" onClick={() => dialog.current?.showModal()}>
        {key === null ? 'Set API key' : 'API key set'}
      </button>
      <dialog ref={dialog} aria-labelledby="key-title" onClose={() => setText('')}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            use(text);
          }}
        >
          <h2 id="key-title">API key</h2>
          <p>Needed if the service runs with AUTH_MODE=api_key. The browser forgets the key when the tab is closed.</p>
          <Field label="Key" name="key" type="password" value={text} onValue={setText} autocomplete="off" required />
          <div class="buttons">
            <button type="submit" class="primary">
              Save
            </button>
            {key !== null && (
              <button type="button" onClick={() => use('')}>
                Forget the key
              </button>
            )}
            <button type="button" onClick={() => dialog.current?.close()}>
              Close
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
