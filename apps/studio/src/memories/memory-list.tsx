import { parse } from 'lossless-json';
import { Badge } from '../parts/badge.js';
import { Empty, Loading, Notice } from '../parts/notice.js';
import { Pager } from '../parts/pager.js';
import { Problem } from '../parts/problem.js';
import { useAnswer } from '../parts/use-answer.js';
import { EmptyScope } from '../samples/empty-scope.js';
import { FilterForm } from './filter-form.js';
import { filterOf } from './memory-filter.js';
import { MemoryRow } from './memory-row.js';
import { useMemories, type MemoryQuery } from './use-memories.js';

/** All memories, newest first and live; or those that answer a question, best first. */
export function MemoryList({ query }: { readonly query: URLSearchParams }) {
  const filter = filterOf(query);
  const question = query.get('q') ?? '';
  const subject = query.get('subject') ?? undefined;
  return (
    <>
      <div class="page-head">
        <h1>Memories</h1>
        {question === '' && (
          <Badge tone="good" title="What is stored elsewhere appears here by itself">
            Live
          </Badge>
        )}
      </div>
      <FilterForm query={query} />
      {'fault' in filter ? (
        <Notice tone="error" title={filter.fault} />
      ) : question === '' ? (
        <Newest filter={filter.json} subject={subject} />
      ) : (
        <Found question={question} filter={filter.json} subject={subject} />
      )}
    </>
  );
}

function Newest({ filter, subject }: MemoryQuery) {
  const { memories, error, isLoading, hasMore, more } = useMemories({ filter, subject });
  return (
    <>
      {error !== null && <Problem error={error} />}
      {!memories && isLoading && <Loading />}
      {memories?.length === 0 && (filter || subject ? <Empty>No memory passes this filter.</Empty> : <EmptyScope />)}
      {memories && memories.length > 0 && (
        <>
          <ol class="memories" data-arrows>
            {memories.map((memory) => (
              <MemoryRow key={memory.memory_id} {...memory} />
            ))}
          </ol>
          <Pager
            hasMore={hasMore}
            isLoading={isLoading}
            onMore={more}
            shown={memories.length}
            what={['memory', 'memories']}
          />
        </>
      )}
    </>
  );
}

const FOUND_LIMIT = 50;

function Found({ question, filter, subject }: MemoryQuery & { readonly question: string }) {
  const { data, error, isLoading } = useAnswer(
    (client, signal) =>
      client.recall(
        {
          ...{ query: question, max_results: FOUND_LIMIT },
          ...(filter ? { filter: parse(filter) as object } : {}),
          ...(subject ? { subject } : {}),
        },
        { signal },
      ),
    [question, filter, subject],
  );
  return (
    <>
      {error !== null && <Problem error={error} />}
      {!data && isLoading && <Loading what="Searching" />}
      {data?.memories.length === 0 && <Empty>No memory answers this.</Empty>}
      {data && data.memories.length > 0 && (
        <>
          <p class="quiet">Best first.</p>
          <ol class="memories" data-arrows>
            {data.memories.map((memory) => (
              <MemoryRow key={memory.memory_id} {...memory} />
            ))}
          </ol>
        </>
      )}
    </>
  );
}
