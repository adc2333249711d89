import type { RelationType, StatementPredicate } from '#contracts/ontology.js';
import type { TurnWindow } from './turn-window.js';

/** Relation between two candidates of a window. */
export interface ScoredRelation {
  /** Indices of the window's candidates. */
  readonly from: number;
  readonly to: number;
  readonly type: RelationType;
  /** Whether the turn states that it has ended. */
  readonly ended: boolean;
  /** Probability, 0 to 1. */
  readonly probability: number;
}

/** Span of words in a window that states something about a candidate. */
export interface ScoredStatement {
  readonly first: number;
  readonly last: number;
  readonly predicate: StatementPredicate;
  /** Index of the window's candidates. */
  readonly subject: number;
  readonly ended: boolean;
  /** Probability, 0 to 1. */
  readonly probability: number;
}

/** Predicates whose end the model tells without the value that ends. */
export type EndPredicate = Extract<
  RelationType | StatementPredicate,
  'works_at' | 'occupation' | 'lives_in' | 'reports_to' | 'spouse_of' | 'status' | 'diet'
>;

/** That the earlier value of a predicate of a candidate no longer holds, whatever it was. */
export interface ScoredEnd {
  /** Index of the window's candidates. */
  readonly candidate: number;
  readonly predicate: EndPredicate;
  /** Probability, 0 to 1. */
  readonly probability: number;
}

export interface ScoredClaims {
  readonly relations: readonly ScoredRelation[];
  readonly statements: readonly ScoredStatement[];
  readonly ends: readonly ScoredEnd[];
  /** These and less likely ones, which speak for or against claims that rules find. */
  readonly considered: Pick<ScoredClaims, 'relations' | 'statements'>;
}

/** Claims that a model considered in one window. */
export interface WindowOpinion {
  readonly window: TurnWindow;
  readonly considered: ScoredClaims['considered'];
}

/** Predicts claims of a turn about names in it and in earlier turns. */
export interface ClaimModel {
  read(window: TurnWindow): Promise<ScoredClaims>;
}
