import { useEffect } from 'preact/hooks';
import { Notice } from '../parts/notice.js';
import { connection, revision } from './connection.js';
import { CurrentPage } from './current-page.js';
import { Header } from './header.js';
import { identify, isSignedIn, refusal, scopes } from './session.js';
import { SignIn } from './sign-in.js';

/** All of studio: the frame, and one page in it. */
export function App() {
  const isKnown = isSignedIn.value;
  const asked = revision.value;
  useEffect(() => {
    if (isKnown) void identify();
  }, [isKnown, asked]);
  return (
    <>
      <a class="skip" href="#main">
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
      </main>
      {isKnown && refusal.value && <SignIn refused={refusal.value} />}
    </>
  );
}
