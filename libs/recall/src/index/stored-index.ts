import type { Sql } from '#database/sql.js';
import { TURNS_AROUND, type ScopeIndex } from './scope-index.js';
import { readNames, readPersonNames } from './stored-names.js';
import { placesOf, readTurnsAround } from './stored-places.js';
import { readMore, readPostings, sharesOfWords } from './stored-postings.js';
import { readAlike, readCounts } from './stored-terms.js';

/** The index of a scope, read from Postgres for each question. */
export function storedIndex(sql: Sql, scopeId: string): ScopeIndex {
  return {
    version: null,
    surroundings: null,
    names: (names, firstWords) => readNames(sql, scopeId, names, firstWords),
    personNames: (names) => readPersonNames(sql, scopeId, names),
    counts: (terms) => readCounts(sql, scopeId, terms),
    alike: (asked, known) => readAlike(sql, scopeId, asked, known),
    best: (terms, meanLength, filter, limit) => readPostings(sql, scopeId, terms, meanLength, filter, limit),
    more: (terms, meanLength, memoryIds) => readMore(sql, scopeId, terms, meanLength, memoryIds),
    shares: (memoryIds, words, filter) => sharesOfWords(sql, scopeId, memoryIds, words, filter),
    around: (memoryIds) => readTurnsAround(sql, scopeId, memoryIds, TURNS_AROUND),
    places: (memoryIds, surroundings) => placesOf(sql, scopeId, memoryIds, surroundings),
  };
}
