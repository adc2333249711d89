import { LeasedQueue } from '#leased-queue/leased-queue.js';

/**
 * Queue of the memories whose vectors of a model are to be computed: rows of `memory_vectors` with a due time.
 *
 * It has no round robin, since few of the rows are due and only those are indexed, by time alone. It does not count
 * attempts: a text that the model refuses is recognized at once, and any other error is the endpoint's or the
 * database's, so a vector is tried until it is computed.
 */
export function vectorQueue(model: string): LeasedQueue {
  return new LeasedQueue({
    ...{ name: 'memory_vectors', dueAt: 'due_at', only: { column: 'model', value: model } },
    ...{ turns: 'longest-due', counted: false, completed: 'kept' },
  });
}
