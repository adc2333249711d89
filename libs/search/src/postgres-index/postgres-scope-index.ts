import type { Sql } from '#database/sql.js';
import { SESSION_NEIGHBOURS, type ScopeIndex } from '../scope-index/scope-index.js';
import { readEntityNames, readPersonNames } from './entity-names.js';
import { readSessionContexts, readSessionNeighbours } from './session-contexts.js';
import { readScores, readTopK, readTermOverlap } from './postings.js';
import { readFuzzyTerms, readDocumentFrequencies } from './term-statistics.js';

/** The index of a scope, read from Postgres for each question. */
export function postgresScopeIndex(sql: Sql, scopeId: string): ScopeIndex {
  return {
    version: null,
    neighbourhoods: null,
    findNames: (names, firstWords) => readEntityNames(sql, scopeId, names, firstWords),
    filterPersonNames: (names) => readPersonNames(sql, scopeId, names),
    documentFrequencies: (terms) => readDocumentFrequencies(sql, scopeId, terms),
    fuzzyTerms: (asked, known) => readFuzzyTerms(sql, scopeId, asked, known),
    searchTopK: (terms, meanLength, filter, limit) => readTopK(sql, scopeId, terms, meanLength, filter, limit),
    scoreDocuments: (terms, meanLength, memoryIds) => readScores(sql, scopeId, terms, meanLength, memoryIds),
    termOverlap: (memoryIds, words, filter) => readTermOverlap(sql, scopeId, memoryIds, words, filter),
    sessionNeighbours: (memoryIds) => readSessionNeighbours(sql, scopeId, memoryIds, SESSION_NEIGHBOURS),
    loadSessionContexts: (memoryIds, surroundings) => readSessionContexts(sql, scopeId, memoryIds, surroundings),
  };
}
