import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Stored scope (tenant). Requests register theirs by the function register_scope, as they may not insert others. */
@Entity('scopes')
export class ScopeEntity {
  @PrimaryColumn('uuid', { name: 'scope_id' })
  scopeId!: string;

  @Column('text')
  namespace!: string;

  @Column('text')
  agent!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
