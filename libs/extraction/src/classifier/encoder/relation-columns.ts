import { RELATION_TYPES, type RelationType } from '#contracts/ontology.js';

const TYPES = Object.keys(RELATION_TYPES) as RelationType[];

/** What a column of the model's relation scores stands for. */
export interface RelationColumn {
  readonly type: RelationType;
  readonly ended: boolean;
}

/**
 * Columns of the relation scores of a model: each type that it was trained on as it holds, then each as it has ended.
 * The ontology only appends types, so those of an older model are the first ones.
 * @param width number of columns
 */
export function relationColumns(width: number): RelationColumn[] {
  const types = TYPES.slice(0, width / 2);
  return [false, true].flatMap((ended) => types.map((type) => ({ type, ended })));
}
