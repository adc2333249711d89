import { useEffect, useRef } from 'preact/hooks';
import { NotFoundError } from '../../../../clients/typescript/src/index.js';
import { goTo } from '../navigation/route.js';
import { loadFact, type Fact } from '../facts/fact.js';
import { FactReasons } from '../facts/fact-panel.js';
import { shortName } from '../parts/badge.js';
import { Confidence } from '../parts/bars.js';
import { FactBadges } from '../parts/fact-badges.js';
import { EntityLink } from '../parts/fact-sentence.js';
import { JudgeFact } from '../parts/judge-fact.js';
import { Name } from '../parts/name.js';
import { Loading, Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { Day } from '../parts/time.js';
import { useAnswer } from '../parts/use-answer.js';
import { useCalm } from '../parts/use-calm.js';
import { useEvents } from '../parts/use-events.js';

interface EdgeCardProps {
  readonly id: string;
  /** What kind of fact it is, where the edge is among those that are shown. */
  readonly kind: Fact['kind'] | null;
  /** The address without the edge. */
  readonly closeHref: string;
  readonly onDone: () => void;
  /** Told of a fact that is not there any more. */
  readonly onGone: (id: string) => void;
}

const CHANGES = ['GraphUpdated', 'FactAsserted', 'FactConfirmed', 'FactRetracted', 'MemoryForgotten'];

/** The fact of an edge: what it says, when that held, the words that say it, and what is decided about it. */
export function EdgeCard({ id, kind, closeHref, onDone, onGone }: EdgeCardProps) {
  const { data, error, isLoading, reload } = useAnswer((client, signal) => loadFact(client, id, kind, signal), [id]);
  useEvents(CHANGES, useCalm(reload));
  const isGone = error instanceof NotFoundError;
  useEffect(() => {
    if (isGone) onGone(id);
  }, [isGone, id, onGone]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, [id]);
  return (
    <section class="card edge-card" aria-label="Fact">
      <header class="page-head">
        <h2 ref={heading} tabIndex={-1}>
          {data ? <Name text={data.text} /> : 'Fact'}
        </h2>
        <button
          type="button"
          class="small"
          data-escape
          onClick={() => {
            goTo(closeHref);
          }}
        >
          Close
        </button>
      </header>
      {isGone && <Notice tone="info" title="This fact does not count any more" />}
      {error !== null && !isGone && !isLoading && <Problem error={error} />}
      {!data && isLoading && <Loading />}
      {data && error === null && (
        <Shown
          fact={data}
          onDone={() => {
            reload();
            onDone();
          }}
        />
      )}
    </section>
  );
}

function Shown({ fact, onDone }: { readonly fact: Fact; readonly onDone: () => void }) {
  const { subject, object, predicate, valid_from, valid_to, superseded_by } = fact;
  return (
    <>
      <dl class="facts">
        <dt>Says</dt>
        <dd>
          <EntityLink {...subject} /> <span class="predicate">{shortName(predicate)}</span>{' '}
          {object ? <EntityLink {...object} /> : <Name text={String(fact.value)} />} <FactBadges {...fact} />
        </dd>
        <dt>Held</dt>
        <dd>
          <Day iso={valid_from} none="unknown" /> to{' '}
          <Day iso={valid_to} none={superseded_by === null ? 'now' : 'unknown'} />
        </dd>
        <dt>Sure</dt>
        <dd>
          <Confidence value={fact.confidence} />
        </dd>
      </dl>
      <FactReasons fact={fact} onDone={onDone} />
      <JudgeFact fact={fact} says={fact.text} isCertain={fact.source !== 'read'} onDone={onDone} />
    </>
  );
}
