import type { RelationType, StatementPredicate } from '#contracts/ontology.js';
import type { TurnWindow } from './turn-window.js';

/** A relation between two candidates of a window. */
export interface ScoredRelation {
  /** Places in the window's candidates. */
  readonly from: number;
  readonly to: number;
  readonly type: RelationType;
  /** Whether the turn says that it is over. */
  readonly ended: boolean;
  /** 0..1 */
  readonly probability: number;
}

/** Words of a window, first to last, that are said of a candidate. */
export interface ScoredStatement {
  readonly first: number;
  readonly last: number;
  readonly predicate: StatementPredicate;
  /** Place in the window's candidates. */
  readonly subject: number;
  readonly ended: boolean;
  /** 0..1 */
  readonly probability: number;
}

export interface ScoredClaims {
  readonly relations: readonly ScoredRelation[];
  readonly statements: readonly ScoredStatement[];
}

/** Reads what a turn claims, of the names in it and in the turns before. */
export interface ClaimModel {
  read(window: TurnWindow): Promise<ScoredClaims>;
}
