import type { Schemas } from '../../../../clients/typescript/src/index.js';
import { hrefOf } from '../navigation/route.js';
import { shortName } from './badge.js';
import { Name, Visible } from './name.js';

export type Relation = Schemas['Relation'];
export type Statement = Schemas['Statement'];

/** Names of entities by their ids, as far as they are known. */
export type NameOf = (entityId: string) => string | undefined;

interface EntityLinkProps {
  readonly id: string;
  readonly name: string | undefined;
  /** Whether the arrow keys stop at it. */
  readonly isStop?: boolean;
}

/** A link to an entity by its name. */
export function EntityLink({ id, name, isStop = false }: EntityLinkProps) {
  return (
    <a href={hrefOf('entities', id)} {...(isStop ? { 'data-arrow-stop': true } : {})}>
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

interface StatementSentenceProps {
  readonly statement: Statement;
  readonly nameOf: NameOf;
}

/** A statement as its sentence; who, what and the value, where its text is the value alone. */
export function StatementSentence({ statement, nameOf }: StatementSentenceProps) {
  const { subject, subject_name: name, predicate, text } = statement;
  if (!isValueAlone(statement))
    return (
      <a dir="auto" href={hrefOf('entities', subject)}>
        <Visible text={text} />
      </a>
    );
  return (
    <>
      <EntityLink id={subject} name={nameOf(subject) ?? name} /> <span class="predicate">{shortName(predicate)}</span>{' '}
      <Name text={text} />
    </>
  );
}

/** Whether the text of a statement is its value, and no sentence. */
export function isValueAlone({ object, text }: Pick<Statement, 'object' | 'text'>): boolean {
  const value = object.kind === 'entity' ? object.name : objectText(object.value);
  return value !== null && value.trim() === text.trim();
}

function objectText(value: object): string | null {
  return 'value' in value ? String(value.value) : null;
}

/** A relation as a text. */
export function relationText({ from_entity, relation_type, to_entity }: Relation, nameOf: NameOf): string {
  return `${nameOf(from_entity) ?? from_entity} ${shortName(relation_type)} ${nameOf(to_entity) ?? to_entity}`;
}
