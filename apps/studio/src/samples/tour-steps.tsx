import type { ComponentChildren } from 'preact';
import { hrefOf } from '../navigation/route.js';
import { Badge, TypeBadge } from '../parts/badge.js';
import { counted } from '../parts/counted.js';
import { Name, Visible } from '../parts/name.js';
import { Day } from '../parts/time.js';
import { tagOf, type SampleConversation } from './conversations.js';
import { isExtracted, type LoadedSample } from './load-sample.js';

interface StepsProps {
  readonly sample: SampleConversation;
  readonly loaded: LoadedSample;
}

/** The way of a message to an answer, with what is there so far. */
export function TourSteps(props: StepsProps) {
  return (
    <ol class="tour">
      <Acknowledged {...props} />
      <Extracted {...props} />
      <Entity {...props} />
      <Facts {...props} />
      <Recalled {...props} />
    </ol>
  );
}

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ComponentChildren;
}

function Step({ title, isDone, children }: StepProps) {
  return (
    <li class="card">
      <h2>
        {title} {isDone ? <Badge tone="good">done</Badge> : <Badge tone="waiting">waiting</Badge>}
      </h2>
      {children}
    </li>
  );
}

function Acknowledged({ sample, loaded: { memories } }: StepsProps) {
  return (
    <Step title="Acknowledged" isDone>
      <p>
        The service answered once all {memories.length} messages were stored for good; nothing had been read by then.
      </p>
      <ul class="said">
        {memories.map(({ memory_id, speaker, text, occurred_at }) => (
          <li key={memory_id}>
            <span class="quiet">
              <Day iso={occurred_at} /> {speaker !== null && <Name text={`${speaker}:`} />}
            </span>{' '}
            <a dir="auto" href={hrefOf('memories', memory_id)}>
              <Visible text={text} />
            </a>
          </li>
        ))}
      </ul>
      <a href={hrefOf('memories', null, { tag: tagOf(sample) })}>See them among the memories</a>
    </Step>
  );
}

function Extracted({ loaded: { memories } }: StepsProps) {
  const left = memories.filter(({ extraction }) => extraction === 'pending').length;
  const facts = (memory: (typeof memories)[number]): number => memory.relation_count + memory.statement_count;
  const [richest] = [...memories].sort((a, b) => facts(b) - facts(a));
  const count = memories.reduce((sum, memory) => sum + facts(memory), 0);
  return (
    <Step title="Extracted" isDone={isExtracted(memories)}>
      <p>
        {left > 0
          ? `${left} of ${memories.length} messages are still being read. This page follows by itself.`
          : `Each message was read, in the light of those before it: ${count} claims were found that count as facts.`}
      </p>
      {richest && <a href={hrefOf('memories', richest.memory_id)}>See which words of a message were read as what</a>}
    </Step>
  );
}

function Entity({ loaded: { profile } }: StepsProps) {
  return (
    <Step title="Entity" isDone={profile !== null}>
      <p>
        Names that mean the same person, place or thing were joined into one entity
        {profile ? ', such as this one:' : ', once they are found.'}
      </p>
      {profile && (
        <p>
          <a href={hrefOf('entities', profile.entity.entity_id)}>
            <Name text={profile.entity.canonical_name} />
          </a>{' '}
          <TypeBadge type={profile.entity.entity_type} />{' '}
          {profile.entity.mention_count > 0 && (
            <span class="quiet">{counted(profile.entity.mention_count, 'mention')}</span>
          )}
        </p>
      )}
      <a href={hrefOf('entities')}>See all entities</a>
    </Step>
  );
}

function Facts({ sample, loaded: { profile } }: StepsProps) {
  const timeline = profile?.timeline ?? [];
  return (
    <Step title="Facts" isDone={timeline.length > 0}>
      <ul>
        {timeline.map(({ id, text }) => (
          <li key={id} dir="auto">
            <Visible text={text} />
          </li>
        ))}
      </ul>
      <p>{sample.lesson}</p>
      {profile && (
        <p class="buttons">
          <a href={hrefOf('entities', profile.entity.entity_id)}>See what held when, and put it right</a>
          <a href={hrefOf('graph', profile.entity.entity_id)}>See it as a graph</a>
        </p>
      )}
    </Step>
  );
}

function Recalled({ sample, loaded: { recall } }: StepsProps) {
  const [first] = recall?.memories ?? [];
  const [fact] = recall?.facts ?? [];
  return (
    <Step title="Recall" isDone={recall !== null}>
      <p>An agent asks: “{sample.question}”</p>
      {fact && (
        <p dir="auto">
          The fact that answers:{' '}
          <strong>
            <Visible text={fact.text} />
          </strong>
        </p>
      )}
      {first && (
        <p dir="auto">
          The message that comes first:{' '}
          <a href={hrefOf('memories', first.memory_id)}>
            <Visible text={first.text} />
          </a>
        </p>
      )}
      {recall && <a href={hrefOf('recall', null, { q: sample.question })}>See why it came first</a>}
    </Step>
  );
}
