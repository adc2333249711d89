import { useEffect } from 'preact/hooks';
import { DoneNote } from '../parts/done.js';
import { Notice } from '../parts/notice.js';
import { connection, revision } from '../service/connection.js';
import { CurrentPage } from './current-page.js';
import { Header } from './header.js';
import { listenToKeys } from './keys.js';
import { KeysHelp } from './keys-help.js';
import { identify, isSignedIn, refusal, scopes } from '../service/session.js';
import { SignIn } from './sign-in.js';

/** All of studio: the frame, and one page in it. */
export function App() {
  const isKnown = isSignedIn.value;
  const asked = revision.value;
  useEffect(listenToKeys, []);
  useEffect(() => {
    if (isKnown) void identify();
  }, [isKnown, asked]);
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <Header />
      <div class="banners" aria-live="polite">
        {connection.value === 'lost' && (
          <Notice tone="warning" title="The service does not answer">
            Trying again until it does. What you typed stays.
          </Notice>
        )}
      </div>
      <main id="main" tabIndex={-1}>
        {isKnown ? <CurrentPage key={scopes.value} /> : <SignIn />}
        {isKnown && <DoneNote key={`done-${scopes.value}`} />}
      </main>
      <KeysHelp />
      {isKnown && refusal.value && <SignIn refused={refusal.value} />}
    </>
  );
}

/** An address after `#` is that of a page here, so the browser must not follow the link. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
