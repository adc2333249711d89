import { Badge, shortName } from '../parts/badge.js';
import { Problem } from '../parts/problem.js';
import { useAnswer } from '../parts/use-answer.js';
import type { Inspected } from './inspected.js';
import { MemoryRow } from './memory-row.js';

type Artifact = Inspected['artifact'];

/** A link of two memories, or that one puts the other right. */
type Link = Pick<Artifact['links'][number], 'source' | 'target' | 'weight'> & { readonly kind: string };

/** Links whose other memories are read, one by one. */
const SHOWN = 12;

interface MemoryLinksProps {
  readonly id: string;
  readonly artifact: Pick<Artifact, 'links' | 'corrects' | 'corrected_by'>;
}

/** The memories that this one is linked to, in both directions; first those that it puts right, or that do so to it. */
export function MemoryLinks({ id, artifact }: MemoryLinksProps) {
  const links = [...correctionsOf(id, artifact), ...artifact.links];
  const others = links.slice(0, SHOWN).map((link) => (link.source === id ? link.target : link.source));
  const { data, error } = useAnswer(
    (client, signal) => Promise.all(others.map((other) => client.getMemory(other, {}, { signal }))),
    [others.join()],
  );
  return (
    <section class="card">
      <h2>Links</h2>
      {links.length === 0 && <p class="quiet">It is linked to no other memory.</p>}
      {error !== null && <Problem error={error} />}
      <ol class="memories">
        {data?.map((memory, at) => (
          <MemoryRow key={at} {...memory} session={null}>
            <Badge title={titleOf(links[at], id)}>{wordsOf(links[at], id)}</Badge>
          </MemoryRow>
        ))}
      </ol>
      {links.length > SHOWN && <p class="quiet">{links.length - SHOWN} more are in the JSON.</p>}
    </section>
  );
}

function correctionsOf(id: string, { corrects, corrected_by }: MemoryLinksProps['artifact']): Link[] {
  const link = { kind: 'corrects', weight: 1 };
  return [
    ...corrects.map((target) => ({ ...link, source: id, target })),
    ...corrected_by.map((source) => ({ ...link, source, target: id })),
  ];
}

/** How a memory reads beside this one: an arrow says which way the link leads. */
function wordsOf(link: Link | undefined, id: string): string {
  if (!link) return '';
  return link.source === id ? `${shortName(link.kind)} →` : `← ${shortName(link.kind)}`;
}

function titleOf(link: Link | undefined, id: string): string {
  return `${link?.source === id ? 'From this memory' : 'To this memory'}, weight ${(link?.weight ?? 0).toFixed(2)}`;
}
