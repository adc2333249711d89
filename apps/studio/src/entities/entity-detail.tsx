import { useState } from 'preact/hooks';
import type { EngraphClient, Schemas } from '../../../../clients/typescript/src/index.js';
import { goTo, hrefOf } from '../navigation/route.js';
import { chosenFact } from '../facts/chosen-fact.js';
import { factOfRelation, factOfStatement } from '../facts/fact.js';
import { TypeBadge } from '../parts/badge.js';
import { counted } from '../parts/counted.js';
import { Name } from '../parts/name.js';
import { Loading, Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { RawJson } from '../parts/raw-json.js';
import { useAnswer } from '../parts/use-answer.js';
import { useCalm } from '../parts/use-calm.js';
import { useEvents } from '../parts/use-events.js';
import type { Entity } from './entity.js';
import { EntityMemories } from './entity-memories.js';
import { EntityNames } from './entity-names.js';
import { timelineFact, type TimelineFact } from './timeline.js';
import { TimelineTable } from './timeline-table.js';

type Profile = Schemas['EntityProfile'];

const CHANGES = [
  ...['GraphUpdated', 'EntityCorrected', 'NameAssigned', 'FactAsserted', 'FactConfirmed', 'FactRetracted'],
  ...['MemoryForgotten'],
];

/** One entity: its names, what held when, and the memories that mention it. */
export function EntityDetail({ id, query }: { readonly id: string; readonly query: URLSearchParams }) {
  const [step, setStep] = useState(0);
  const limit = LIMITS[step] ?? 0;
  const { data, error, isLoading, reload } = useAnswer(
    (client, signal) => known(client, id, limit, signal),
    [id, limit],
  );
  const onMore =
    step + 1 < LIMITS.length
      ? () => {
          setStep(step + 1);
        }
      : null;
  useEvents(CHANGES, useCalm(reload));
  return (
    <>
      <p>
        <a href={hrefOf('entities')}>← Entities</a>
      </p>
      {error !== null && <Problem error={error} />}
      {!data && isLoading && <Loading />}
      {data && <Shown {...{ ...data, query, isLoading, reload, onMore }} askedId={id} />}
    </>
  );
}

interface Known {
  readonly profile: Profile;
  readonly facts: readonly TimelineFact[];
  /** Whether there are more facts than were asked for. */
  readonly hasMore: boolean;
}

/** Relations, and statements, that are asked for: at first, and each time that somebody wants more. */
const LIMITS = [50, 200, 1_000];

/**
 * What is known of an entity, with at most `limit` relations and as many statements, those that hold and the surest
 * first; a merged one is answered by its survivor.
 */
async function known(client: EngraphClient, id: string, limit: number, signal: AbortSignal): Promise<Known> {
  const [profile, { relations }, { statements }] = await Promise.all([
    client.entityProfile(id, {}, { signal }),
    client.listEntityRelations(id, { direction: 'both', include_superseded: true, limit }, { signal }),
    client.listStatements({ subject: id, only_current: false, limit }, { signal }),
  ]);
  const { entity_id: entityId } = profile.entity;
  const texts = new Map(profile.timeline.map((fact) => [fact.id, fact.text]));
  const facts = [...relations.map(factOfRelation), ...statements.map(factOfStatement)].map((fact) =>
    timelineFact(fact, entityId, fact.kind === 'statement' ? fact.text : (texts.get(fact.id) ?? fact.text)),
  );
  return { profile, facts, hasMore: relations.length === limit || statements.length === limit };
}

interface ShownProps extends Known {
  readonly askedId: string;
  readonly query: URLSearchParams;
  readonly isLoading: boolean;
  readonly reload: () => void;
  /** Asks for more facts; null where no more are shown. */
  readonly onMore: (() => void) | null;
}

function Shown({ profile, facts, hasMore, askedId, query, isLoading, reload, onMore }: ShownProps) {
  const { entity } = profile;
  /** A correction may give another id, to which all former ones lead. */
  const onChanged = (changed: Entity): void => {
    if (changed.entity_id === entity.entity_id) reload();
    else goTo(hrefOf('entities', changed.entity_id), { replace: true });
  };
  return (
    <>
      <div class="page-head">
        <h1>
          <Name text={entity.canonical_name} /> <TypeBadge type={entity.entity_type} />
        </h1>
        <a class="button" href={hrefOf('graph', entity.entity_id)}>
          Show in the graph
        </a>
      </div>
      {askedId !== entity.entity_id && (
        <Notice tone="info" title="The address named an entity that is now part of this one" />
      )}
      <EntityNames entity={entity} onChanged={onChanged} />
      <section class="card">
        <h2>What held when</h2>
        <TimelineTable facts={facts} chosen={chosenFact('entities', askedId, query)} onDone={reload} />
        {hasMore && <MoreFacts {...{ shown: facts.length, isLoading, onMore }} />}
      </section>
      <EntityMemories entity={entity} address={askedId} query={query} />
      <RawJson value={profile} />
    </>
  );
}

interface MoreFactsProps extends Pick<ShownProps, 'isLoading' | 'onMore'> {
  readonly shown: number;
}

function MoreFacts({ shown, isLoading, onMore }: MoreFactsProps) {
  return (
    <p class="pager">
      <span class="quiet">{counted(shown, 'fact')}, those that hold and the surest first; there are more.</span>
      {onMore && (
        <button type="button" disabled={isLoading} onClick={onMore}>
          {isLoading ? 'Loading…' : 'More facts'}
        </button>
      )}
    </p>
  );
}
