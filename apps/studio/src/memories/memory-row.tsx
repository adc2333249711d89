import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { hrefOf } from '../navigation/route.js';
import { Badge } from '../parts/badge.js';
import { counted } from '../parts/counted.js';
import { Name, Visible } from '../parts/name.js';
import { Time } from '../parts/time.js';
import './memory-row.css';
import type { Memory } from './use-memories.js';

type Needed = Pick<Memory, 'memory_id' | 'text' | 'speaker' | 'session' | 'tags' | 'created_at' | 'occurred_at'>;
type Counted = Pick<Memory, 'extraction' | 'entity_count' | 'relation_count' | 'statement_count' | 'pinned'>;

/** Characters of a text that a list shows; its styles cut it further. */
const SHOWN = 600;

/** The memory that was opened last, and from where: whoever comes back goes on there. */
let left: { readonly id: string; readonly address: string } | null = null;

/** A memory in a list, with a link to all of it. */
export function MemoryRow(memory: Needed & Partial<Counted> & { readonly children?: ComponentChildren }) {
  const link = useRef<HTMLAnchorElement>(null);
  const { memory_id: id } = memory;
  useEffect(() => {
    if (left?.id !== id || left.address !== location.hash) return;
    left = null;
    link.current?.focus();
  }, []);
  const leave = (): void => {
    left = { id, address: location.hash };
  };
  return (
    <li class="memory">
      <a ref={link} class="memory-text" data-arrow-stop dir="auto" href={hrefOf('memories', id)} onClick={leave}>
        <Visible text={memory.text.slice(0, SHOWN)} />
      </a>
      <p class="memory-about">
        {memory.children}
        <Time iso={memory.occurred_at ?? memory.created_at} />
        {memory.speaker !== null && <Name text={memory.speaker} />}
        {memory.session !== null && (
          <a class="quiet" href={hrefOf('memories', null, { session: String(memory.session) })}>
            session <Name text={String(memory.session)} />
          </a>
        )}
        {memory.tags.map((tag) => (
          <Badge key={tag}>
            <Name text={tag} />
          </Badge>
        ))}
        {memory.pinned && <Badge>pinned</Badge>}
        {memory.extraction && <ExtractionBadge state={memory.extraction} />}
        {memory.extraction === 'done' && <span class="quiet">{countsOf(memory)}</span>}
      </p>
    </li>
  );
}

const STATES = {
  pending: { tone: 'waiting', text: 'being read' },
  partial: { tone: 'waiting', text: 'being read further' },
  done: null,
  failed: { tone: 'bad', text: 'could not be read' },
} as const;

/** How far the reading of a memory is; nothing where it is done. */
export function ExtractionBadge({ state }: { readonly state: Memory['extraction'] }) {
  const badge = STATES[state];
  return badge && <Badge tone={badge.tone}>{badge.text}</Badge>;
}

function countsOf({ entity_count = 0, relation_count = 0, statement_count = 0 }: Partial<Counted>): string {
  const facts = relation_count + statement_count;
  return `${counted(entity_count, 'name')} · ${counted(facts, 'fact')}`;
}
