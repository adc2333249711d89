import type { Schemas } from '../../../../clients/typescript/src/index.js';

export type Entity = Schemas['ResolvedEntity'];

export interface EntityChangeProps {
  readonly entity: Entity;
  /** Told what the entity is after a change. */
  readonly onChanged: (entity: Entity) => void;
}
