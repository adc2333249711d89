import { useEffect, useRef } from 'preact/hooks';
import { CopyButton } from '../parts/copy-button.js';
import { Loading } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { useAnswer } from '../parts/use-answer.js';
import { CorrectFact } from './correct-fact.js';
import { Evidence } from './evidence.js';
import { loadFact, type Fact } from './fact.js';
import './facts.css';

interface FactPanelProps {
  readonly id: string;
  /** What kind of fact it is, where that is known. */
  readonly kind: Fact['kind'] | null;
  readonly onDone: () => void;
}

/** Why a fact is believed: the words of the memories that say it, its id, and a form that puts it right. */
export function FactPanel({ id, kind, onDone }: FactPanelProps) {
  const { data, error, isLoading, reload } = useAnswer((client, signal) => loadFact(client, id, kind, signal), [id]);
  if (!data || error)
    return <div class="fact-panel">{error ? <Problem error={error} /> : isLoading && <Loading />}</div>;
  return (
    <FactReasons
      fact={data}
      onDone={() => {
        reload();
        onDone();
      }}
    />
  );
}

/** Why a fact that is loaded is believed. */
export function FactReasons({ fact, onDone }: { readonly fact: Fact; readonly onDone: () => void }) {
  const itself = useRef<HTMLElement>(null);
  useEffect(() => {
    itself.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={itself} class="fact-panel" aria-label="Why this is believed">
      <p class="believed">
        <strong>Why this is believed:</strong> {reasonOf(fact)}
      </p>
      <Evidence key={fact.id} fact={fact} />
      <CorrectFact key={`right-${fact.id}`} fact={fact} onDone={onDone} />
      <p class="quiet fact-id">
        {fact.kind} <code>{fact.id}</code> <CopyButton text={fact.id} what="the id of the fact" />
      </p>
    </section>
  );
}

function reasonOf({ source, memoryIds }: Fact): string {
  const memories = memoryIds.length === 1 ? 'a memory says it' : `${memoryIds.length} memories say it`;
  if (source === 'asserted')
    return memoryIds.length === 0 ? 'a caller asserted it.' : `a caller asserted it, and ${memories}:`;
  if (source === 'confirmed') return `a caller confirmed it, and ${memories}:`;
  return `${memories}:`;
}
