import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Stored entry of the audit trail. Entries are appended by `recordAudit`, in transactions of pg and of TypeORM. */
@Entity('audit_events')
export class AuditEventEntity {
  @PrimaryColumn('uuid', { name: 'entry_id' })
  entryId!: string;

  @Column('timestamptz')
  at!: Date;

  @Column('text')
  operation!: string;

  /** `done`, or the reason of a refusal. */
  @Column('text')
  outcome!: string;
}
