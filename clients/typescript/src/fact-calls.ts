import { GraphCalls } from './graph-calls.js';
import type { Answer, Body, CorrectOptions, Query, WriteOptions } from './operations.js';
import type { CallOptions } from './transport.js';

/** What callers decide about entities and facts. */
export class FactCalls extends GraphCalls {
  /** Puts the name or type of an entity right; ConflictError where another entity has them, or `ifMatch` is no more. */
  correctEntity(
    entityId: string,
    correction: Body<'correctEntity'>,
    options: CorrectOptions = {},
  ): Promise<Answer<'correctEntity'>> {
    const headers = options.ifMatch === undefined ? {} : { 'if-match': options.ifMatch };
    return this.write('correctEntity', { id: entityId, body: correction, headers }, options);
  }

  /** Makes two entities one. */
  mergeEntity(entityId: string, into: Body<'mergeEntity'>, options?: WriteOptions): Promise<Answer<'mergeEntity'>> {
    return this.judge('mergeEntity', entityId, into, options);
  }

  /** Splits a name from an entity; the answer is the entity that it now belongs to. */
  splitEntity(entityId: string, name: Body<'splitEntity'>, options?: WriteOptions): Promise<Answer<'splitEntity'>> {
    return this.judge('splitEntity', entityId, name, options);
  }

  /** Asserts a relation of two entities; it outranks what memories say up to now, and no forget removes it. */
  assertRelation(relation: Body<'assertRelation'>, options?: WriteOptions): Promise<Answer<'assertRelation'>> {
    return this.write('assertRelation', { body: relation }, options);
  }

  /** Confirms a relation: it counts as certain while the memory that says it is not forgotten. */
  confirmRelation(
    relationId: string,
    judged: Body<'confirmRelation'> = {},
    options?: WriteOptions,
  ): Promise<Answer<'confirmRelation'>> {
    return this.judge('confirmRelation', relationId, judged, options);
  }

  /** Retracts a relation: what memories say of it no longer counts, until it is asserted or confirmed again. */
  retractRelation(
    relationId: string,
    judged: Body<'retractRelation'> = {},
    options?: WriteOptions,
  ): Promise<Answer<'retractRelation'>> {
    return this.judge('retractRelation', relationId, judged, options);
  }

  /** What callers retracted, the latest first, with the ids by which it can be confirmed. */
  listRetractions(query: Query<'listRetractions'> = {}, options?: CallOptions): Promise<Answer<'listRetractions'>> {
    return this.call('listRetractions', { query }, options);
  }

  /** Asserts a statement about an entity, like `assertRelation`. */
  assertStatement(statement: Body<'assertStatement'>, options?: WriteOptions): Promise<Answer<'assertStatement'>> {
    return this.write('assertStatement', { body: statement }, options);
  }

  /** Confirms a statement, like `confirmRelation`. */
  confirmStatement(
    statementId: string,
    judged: Body<'confirmStatement'> = {},
    options?: WriteOptions,
  ): Promise<Answer<'confirmStatement'>> {
    return this.judge('confirmStatement', statementId, judged, options);
  }

  /** Retracts a statement, like `retractRelation`. */
  retractStatement(
    statementId: string,
    judged: Body<'retractStatement'> = {},
    options?: WriteOptions,
  ): Promise<Answer<'retractStatement'>> {
    return this.judge('retractStatement', statementId, judged, options);
  }
}
