import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Random draws, determined by seed, round and purpose. */
export interface Random {
  /** An integer, bounds included. */
  int(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
}

/** Streams with different names are independent: the number of draws of the traffic depends on the machine. */
export function randomOf(seed: number, round: number, name: string): Random {
  let hash = seed | 0;
  for (const part of [String(round), name])
    for (const char of part) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) | 0;
  const generator = xoroshiro128plus(hash);
  const int = (min: number, max: number): number => uniformInt(generator, min, max);
  return {
    int,
    pick: <T>(list: readonly T[]): T => {
      const item = list[int(0, list.length - 1)];
      if (item === undefined) throw new Error('there is nothing to pick from');
      return item;
    },
    chance: (probability) => int(0, 999_999) < probability * 1_000_000,
  };
}

/** One of a list; null if it is empty. */
export function pickOne<T>(list: readonly T[], random: Random): T | null {
  return list.length === 0 ? null : random.pick(list);
}
