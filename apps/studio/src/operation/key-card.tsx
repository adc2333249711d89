import { identity } from '../service/session.js';
import { Badge } from '../parts/badge.js';
import { Name } from '../parts/name.js';

/** Whose key this is, and what it may do. */
export function KeyCard() {
  const owner = identity.value;
  if (!owner) return null;
  const granted = Object.entries(owner.permissions).filter(([, isGranted]) => isGranted);
  return (
    <section class="card">
      <h2>Your key</h2>
      <dl class="facts">
        <dt>{owner.auth === 'jwt' ? 'Subject' : 'Key'}</dt>
        <dd>
          <Name text={owner.identity} />
        </dd>
        <dt>Scope</dt>
        <dd>
          <Name text={owner.namespace} /> / <Name text={owner.agent} />
        </dd>
        <dt>May</dt>
        <dd class="buttons">
          {granted.map(([name]) => (
            <Badge key={name}>{name.replace(/^can_/, '')}</Badge>
          ))}
        </dd>
      </dl>
      <p class="quiet">
        Keys are made and revoked by an operator: <code>engraph keys</code>, or the admin listener with its token.
        Studio never asks for that token.
      </p>
    </section>
  );
}
