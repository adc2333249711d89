import type { MemoryRole } from '#contracts/events.js';
import { GENRES, type Genre } from '#contracts/genres.js';
import type { ExtractionInput, Turn } from '../pipeline/stage.js';
import { memoizeText } from '../text/memoize.js';
import { genreFeatures } from './genre-features.js';
import { GENRE_WEIGHTS } from './genre-weights.js';

/** What a turn before counts, of the turn itself: the messages of a session are mostly of one genre. */
const WEIGHT_OF_PRIOR_TURN = 0.3;
/**
 * By how much the score of another genre must exceed that of chat. What is said in a chat without "I" is about its
 * speaker, so a message that is mistaken for a note loses claims.
 */
const MARGIN_OVER_CHAT = 0.5;

/** Genre of a memory: the one that its caller gave, else the likeliest one by the form of its text. */
export function genreOf({ before = [], ...turn }: ExtractionInput): Genre {
  if (turn.genre) return turn.genre;
  const scores = [...scoresOf(turn)];
  for (const prior of before) {
    if (prior.role !== turn.role) continue;
    for (const [i, score] of scoresOf(prior).entries()) scores[i] = (scores[i] ?? 0) + WEIGHT_OF_PRIOR_TURN * score;
  }
  const [chat = 0, ...others] = scores;
  const best = Math.max(...others);
  return best < chat + MARGIN_OVER_CHAT ? 'chat' : (GENRES[scores.indexOf(best, 1)] ?? 'chat');
}

/** Log-linear score of each genre. Cached: each stage reads a turn, and again as one before later turns. */
function scoresOf({ text, speaker, role }: Turn): readonly number[] {
  const isNamed = (speaker?.trim() ?? '') !== '';
  return cachedScores(`${role ?? 'user'} ${String(isNamed)} ${text}`);
}

const cachedScores = memoizeText(
  (key): readonly number[] => {
    const [role = '', isNamed = ''] = key.split(' ', 2);
    const features = genreFeatures(key.slice(role.length + isNamed.length + 2), role as MemoryRole, isNamed === 'true');
    return GENRES.map((genre) => GENRE_WEIGHTS[genre].reduce((sum, weight, i) => sum + weight * (features[i] ?? 0), 0));
  },
  { most: 256, longest: 1_100 },
);
