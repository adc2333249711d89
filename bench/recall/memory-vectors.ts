import type { Embedder } from '#embeddings/embedder.js';
import { personSpans, withoutSpans } from '#embeddings/embedded-text.js';
import { quantizeVector } from '#embeddings/quantize-vector.js';
import { quantizeEmbedding, type MemoryVector } from '#search/vectors/memory-vectors.js';
import { drawsOf } from '../chat-texts.js';
import type { ChatTurn } from './chat-turns.js';
import type { ScopeMemory } from './scope-memories.js';

/** Number of the first memories of a scope whose vectors are computed by the model. */
export const REAL_VECTORS = 1_000;
/** Length of what is added to a recombined vector of length 1: a cosine of 0.94. */
const NOISE = 0.35;
/** Weight of the second, shorter turn of a memory relative to the first. */
const SECOND = 0.6;
const NOISES = 1 << 20;
/** Batch size of texts for the model; fixed, because vectors depend slightly on the batch. */
const AT_ONCE = 100;

/**
 * Vectors of memories: those that the model makes, and recombined ones, which are the sum of the vectors of a memory's
 * turns and of noise, beside the pieces of these turns. To make a million by the model takes an hour.
 */
export class MemoryVectors {
  private constructor(
    private readonly embedder: Embedder,
    private readonly ofTurns: readonly Made[],
    private readonly noise: Float32Array,
  ) {}

  get model(): string {
    return this.embedder.version;
  }

  /** Computes the vector of every turn. */
  static async make(embedder: Embedder, turns: readonly ChatTurn[]): Promise<MemoryVectors> {
    // As for memories: without names of persons.
    const texts = turns.map(({ parts }) =>
      parts.map((part) => (typeof part === 'string' ? part : part.type === 'person' ? '' : part.key)).join(''),
    );
    return new MemoryVectors(embedder, await embedAll(embedder, texts), gaussian(NOISES));
  }

  /** @param first number of the first memory in its scope */
  async of(memories: readonly ScopeMemory[], first: number): Promise<MemoryVector[]> {
    const real = memories.slice(0, Math.max(0, REAL_VECTORS - first));
    const made = await embedAll(
      this.embedder,
      real.map(({ text, observations }) => withoutSpans(text, personSpans(observations))),
    );
    return memories.map((memory, i) => {
      const { vector, pieces: tokenEmbeddings } = made[i] ?? this.recombined(memory, first + i);
      return { memoryId: memory.memoryId, vector: quantizeVector(vector), tokenEmbeddings };
    });
  }

  private recombined({ turns: [turn, second] }: ScopeMemory, n: number): Made {
    const [one, other] = [this.ofTurns[turn.place], second && this.ofTurns[second.place]];
    if (!one) throw new Error('a turn without a vector');
    const sum = one.vector.map((value, i) => value + SECOND * (other?.vector[i] ?? 0));
    const length = Math.hypot(...sum);
    const from = drawsOf(n)(NOISES - sum.length);
    const scale = NOISE / Math.sqrt(sum.length);
    const vector = sum.map((value, i) => value / length + scale * (this.noise[from + i] ?? 0));
    return { vector, pieces: Buffer.concat([one.pieces, other?.pieces ?? new Uint8Array()]) };
  }
}

/** What the model makes of a text: pieces as they are stored, a 32nd of what they take before. */
interface Made {
  readonly vector: Float32Array;
  readonly pieces: Uint8Array;
}

async function embedAll(embedder: Embedder, texts: readonly string[]): Promise<Made[]> {
  const made: Made[] = [];
  for (let from = 0; from < texts.length; from += AT_ONCE)
    for (const embedding of await embedder.embed(texts.slice(from, from + AT_ONCE)))
      made.push({ vector: embedding.vector, pieces: quantizeEmbedding(embedding).tokenEmbeddings ?? new Uint8Array() });
  return made;
}

/** Normally distributed numbers (Box and Muller). */
function gaussian(count: number): Float32Array {
  const draw = drawsOf(1);
  const chance = (): number => (draw(2 ** 24) + 1) / (2 ** 24 + 1);
  return Float32Array.from(
    { length: count },
    () => Math.sqrt(-2 * Math.log(chance())) * Math.cos(2 * Math.PI * chance()),
  );
}
