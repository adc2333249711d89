import { Visible } from '../parts/name.js';
import { Time } from '../parts/time.js';
import type { Stored } from './inspected.js';

/** What the memory was before its changes. */
export function Versions({ memory: { version, versions = [] } }: { readonly memory: Stored }) {
  return (
    <section class="card">
      <h2>Versions</h2>
      {version === 1 && <p class="quiet">It has not been changed.</p>}
      {versions.length > 1 && (
        <ol class="versions">
          {versions.map((one) => (
            <li key={one.version}>
              <span class="quiet">
                {one.version}, <Time iso={one.created_at} />
              </span>
              {typeof one.text === 'string' && (
                <p dir="auto" class="marked">
                  <Visible text={one.text} />
                </p>
              )}
              {one.text === null && <p class="quiet">Its text is erased.</p>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
