import { expect, test } from '@jest/globals';
import { scopeOf } from '#contracts/scope.js';
import { MiniLmEmbedder } from '#embeddings/minilm-embedder.js';
import { denseRetriever } from '#recall/retrievers/dense/dense-retriever.js';
import { VectorCache } from '#search/vectors/vector-cache.js';
import { IndexCache } from '#search/in-memory-index/index-cache.js';
import { recall, type Recall } from '#recall/recall.js';
import { RETRIEVERS } from '#recall/retrievers/retriever.js';
import { useEngraph } from './use-engraph.js';

const MEBIBYTE = 1 << 20;
const engraph = useEngraph();

/**
 * Recalls from a scope, with an in-memory index or without; reports the texts that were embedded and the entities whose
 * claims were read.
 */
function asker(scopeId: string) {
  const read: string[] = [];
  const around: unknown[] = [];
  const embedder = new MiniLmEmbedder();
  const counting = {
    ...{
      model: embedder.model,
      version: embedder.version,
      dimensions: embedder.dimensions,
      local: true,
      languages: null,
      hasTokenEmbeddings: true,
    },
    embed: (texts: readonly string[]) => {
      read.push(...texts);
      return embedder.embed(texts);
    },
  };
  const sql = engraph.sql();
  const watched: typeof sql = {
    ...sql,
    query: (text, values) => {
      if (text.includes('CROSS JOIN LATERAL') && text.includes('FROM relations')) around.push(values?.[1]);
      return sql.query(text, values);
    },
  };
  const dense = denseRetriever(counting, new VectorCache(MEBIBYTE));
  const held = new IndexCache(16 * MEBIBYTE);
  const ask = async (text: string, from?: IndexCache): Promise<Recall & { read: string[]; around: unknown[] }> => {
    const request = { text, maxResults: 5, filter: {}, retrievers: RETRIEVERS, dense, indexCache: from };
    const answer = await recall(watched, scopeId, request);
    return { ...answer, read: read.splice(0), around: around.splice(0) };
  };
  return { askHeld: (text: string) => ask(text, held), askStored: (text: string) => ask(text) };
}

const idsOf = ({ memories }: Recall): string[] => memories.map(({ memory_id }) => memory_id);

test('work started before the index is read is done once, and repeated if new names are known since', async () => {
  const client = await engraph.client('early', 'names');
  const { askHeld, askStored } = asker(scopeOf('early', 'names').scopeId);
  await client.remember('Ana Silva lives in Lisbon.', { speaker: 'Tom' });
  const first = await askHeld('Where does Ana live?');
  expect(first.around).toEqual((await askStored('Where does Ana live?')).around);
  const again = await askHeld('Where does Ana live?');
  expect(again.read).toEqual(['Where does live?']);
  // Her neighbourhood is cached since the first question.
  expect(again.around).toEqual([]);
  expect(idsOf(again)).toEqual(idsOf(first));

  await client.remember('Zelda Fitzgerald lives in Montgomery.', { speaker: 'Tom' });
  const fresh = await askHeld('Where does Zelda live?');
  expect(fresh.read).toEqual(['Where does Zelda live?', 'Where does live?']);
  const stored = await askStored('Where does Zelda live?');
  expect(idsOf(fresh)).toEqual(idsOf(stored));
  expect(fresh.around).toEqual(stored.around);
  expect(fresh.memories[0]?.text).toBe('Zelda Fitzgerald lives in Montgomery.');
});
