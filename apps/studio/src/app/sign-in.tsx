import { useEffect, useRef, useState } from 'preact/hooks';
import { ConnectionError, UnauthorizedError } from '../../../../clients/typescript/src/index.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { signIn, signOut } from '../service/session.js';

/** Asks for a key. With `refused`, in a dialog before the page, which keeps what was typed in it. */
export function SignIn({ refused }: { readonly refused?: UnauthorizedError }) {
  if (!refused) return <SignInForm />;
  return <RefusedDialog />;
}

function RefusedDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="sign-in-dialog"
      aria-label="Sign in again"
      onCancel={(event) => {
        event.preventDefault();
      }}
    >
      <Notice tone="error" title="Your key no longer counts">
        It was revoked, or it has expired. Sign in with another one to go on; the page behind this stays as it is.
      </Notice>
      <SignInForm />
      <button type="button" class="plain" onClick={signOut}>
        Sign out instead
      </button>
    </dialog>
  );
}

function SignInForm() {
  const [candidate, setCandidate] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    await signIn(candidate.trim()).catch(setFailure);
    setBusy(false);
  };
  return (
    <form class="sign-in" onSubmit={(event) => void submit(event)}>
      <h1>Sign in</h1>
      <p>
        Studio shows the memories of one key: what was understood, from which words, since when, and why an answer came
        first.
      </p>
      <label>
        API key
        <input
          type="password"
          name="key"
          autocomplete="off"
          spellcheck={false}
          required
          value={candidate}
          onInput={(event) => {
            setCandidate(event.currentTarget.value);
          }}
        />
      </label>
      <p class="quiet">This tab keeps it, and forgets it when it is closed.</p>
      {failure !== null && <Failure error={failure} />}
      <button type="submit" class="primary" disabled={isBusy || candidate.trim() === ''}>
        {isBusy ? 'Asking…' : 'Sign in'}
      </button>
    </form>
  );
}

function Failure({ error }: { readonly error: unknown }) {
  if (error instanceof UnauthorizedError)
    return (
      <Notice tone="error" title="The service does not know this key">
        It may be mistyped, revoked or expired. <code>engraph keys list</code> shows which keys there are.
      </Notice>
    );
  if (error instanceof TypeError)
    return <Notice tone="error" title="This is no key: it has characters that no key has" />;
  if (error instanceof ConnectionError)
    return (
      <Notice tone="warning" title="The service does not answer">
        The key is still in the field: try again when the service is there.
      </Notice>
    );
  return <Problem error={error} />;
}
