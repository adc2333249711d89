import type { Sql } from '#database/sql.js';
import type { ScopeIndex } from '../scope-index/scope-index.js';
import { readEntityNames, readPersonNames } from './entity-names.js';
import { readDialogueNeighbours, readSessionContexts } from './session-contexts.js';
import { readScores, readTopK, readTermOverlap } from './postings.js';
import { readFuzzyTerms, readDocumentFrequencies } from './term-statistics.js';

/** Index of a scope that queries Postgres for each question. */
export function postgresScopeIndex(sql: Sql, scopeId: string): ScopeIndex {
  return {
    version: null,
    neighbourhoods: null,
    findNames: (names, firstWords) => readEntityNames(sql, scopeId, names, firstWords),
    filterPersonNames: (names) => readPersonNames(sql, scopeId, names),
    documentFrequencies: (terms) => readDocumentFrequencies(sql, scopeId, terms),
    fuzzyTerms: (queryTerms, known) => readFuzzyTerms(sql, scopeId, queryTerms, known),
    searchTopK: (terms, averageDocumentLength, filter, limit) =>
      readTopK(sql, scopeId, terms, averageDocumentLength, filter, limit),
    scoreDocuments: (terms, averageDocumentLength, memoryIds) =>
      readScores(sql, scopeId, terms, averageDocumentLength, memoryIds),
    longMemories: (memoryIds) => memoryIds,
    termOverlap: (memoryIds, words, filter) => readTermOverlap(sql, scopeId, memoryIds, words, filter),
    sessionNeighbours: (memoryIds) => readDialogueNeighbours(sql, scopeId, memoryIds),
    loadSessionContexts: (memoryIds, options) => readSessionContexts(sql, scopeId, memoryIds, options),
  };
}
