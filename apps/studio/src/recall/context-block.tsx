import { CopyButton } from '../parts/copy-button.js';
import { Empty } from '../parts/notice.js';
import { Visible } from '../parts/name.js';
import type { Recalled } from './recall-request.js';

/** The text for a prompt, as an agent would get it. */
export function ContextBlock({ answer: { context = '' } }: { readonly answer: Recalled }) {
  return (
    <section class="card" aria-label="Context">
      <header class="page-head">
        <h2>Context block</h2>
        {context !== '' && <CopyButton text={context} what="the context block" />}
      </header>
      {context === '' ? (
        <Empty>There is nothing to put into a prompt.</Empty>
      ) : (
        <pre class="context" tabIndex={0} role="region" aria-label="Context block" dir="auto">
          <Visible text={context} />
        </pre>
      )}
    </section>
  );
}
