import type { Schemas } from '../../../../clients/typescript/src/index.js';
import { hrefOf } from '../app/route.js';
import { shortName } from './badge.js';
import { Name } from './name.js';

export type Relation = Schemas['Relation'];
export type Statement = Schemas['Statement'];

/** Names of entities by their ids, as far as they are known. */
export type NameOf = (entityId: string) => string | undefined;

/** A link to an entity by its name. */
export function EntityLink({ id, name }: { readonly id: string; readonly name: string | undefined }) {
  return (
    <a href={hrefOf('entities', id)}>
      <Name text={name ?? id.slice(0, 8)} />
    </a>
  );
}

/** A relation as words: who, what, whom. */
export function RelationSentence({ relation, nameOf }: { readonly relation: Relation; readonly nameOf: NameOf }) {
  const { from_entity: from, to_entity: to, relation_type: type } = relation;
  return (
    <>
      <EntityLink id={from} name={nameOf(from)} /> <span class="predicate">{shortName(type)}</span>{' '}
      <EntityLink id={to} name={nameOf(to)} />
    </>
  );
}

/** The same as a text. */
export function relationText({ from_entity, relation_type, to_entity }: Relation, nameOf: NameOf): string {
  return `${nameOf(from_entity) ?? from_entity} ${shortName(relation_type)} ${nameOf(to_entity) ?? to_entity}`;
}
