import type { Observations } from '#contracts/observations.js';
import type { Sql } from '#database/sql.js';

/** Minimum confidences of claims in a graph, 0 to 1. */
export interface ClaimThresholds {
  /** A claim of this confidence or more is a fact: evidence of a relation or statement. */
  readonly fact: number;
  /** A claim of this confidence or more, but no fact, is a candidate. Weaker ones stay in their event only. */
  readonly candidate: number;
}

/** Thresholds of a graph that has none recorded. */
export const EVERY_CLAIM_IS_A_FACT: ClaimThresholds = { fact: 0, candidate: 0 };

/** Loads the thresholds that the graph is built with; the search path of the session selects the graph. */
export async function loadThresholds(sql: Sql): Promise<ClaimThresholds> {
  const { rows } = await sql.query<ClaimThresholds>(
    'SELECT fact_min_confidence AS fact, candidate_min_confidence AS candidate FROM graph_thresholds',
  );
  return rows[0] ?? EVERY_CLAIM_IS_A_FACT;
}

/**
 * Records the configured thresholds in a database that has none yet; if it has claims already, these are all facts.
 * Returns the recorded ones, which every process projects with.
 * @param sql session of the owner
 */
export async function recordThresholds(sql: Sql, configured: ClaimThresholds): Promise<ClaimThresholds> {
  await sql.query(
    `INSERT INTO graph_thresholds (fact_min_confidence, candidate_min_confidence)
     SELECT CASE WHEN filled THEN 0 ELSE $1::float8 END, CASE WHEN filled THEN 0 ELSE $2::float8 END
     FROM (SELECT EXISTS (SELECT FROM claims) AS filled) AS graph ON CONFLICT DO NOTHING`,
    [configured.fact, configured.candidate],
  );
  return loadThresholds(sql);
}

/**
 * Sets the confidence from which lists give entities; reads use it from then on, and no graph is built with it. Every
 * api that starts sets it, so that the last one decides.
 * @param sql session of the owner
 */
export async function setEntityThreshold(sql: Sql, minConfidence: number): Promise<void> {
  await sql.query(
    'UPDATE graph_thresholds SET entity_min_confidence = $1 WHERE entity_min_confidence IS DISTINCT FROM $1::float8',
    [minConfidence],
  );
}

/** Whether a claim alone is a fact. */
export function isFact({ confidence }: { readonly confidence: number }, { fact }: ClaimThresholds): boolean {
  return confidence >= fact;
}

/** The observations without claims that are neither facts nor candidates. */
export function withoutWeakClaims(observations: Observations, { fact, candidate }: ClaimThresholds): Observations {
  const least = Math.min(fact, candidate);
  const { relations, statements, ends = [] } = observations;
  const counts = (claim: { readonly confidence: number }): boolean => claim.confidence >= least;
  return {
    ...observations,
    relations: relations.filter(counts),
    statements: statements.filter(counts),
    ends: ends.filter(counts),
  };
}
