import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A stored API key: never the key itself, only its hash. */
@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('uuid', { name: 'scope_id' })
  scopeId!: string;

  @PrimaryColumn('uuid', { name: 'key_id' })
  keyId!: string;

  @Column('bytea', { name: 'key_hash' })
  keyHash!: Buffer;

  /** Of the pepper in its hash; null: none. */
  @Column('text', { name: 'pepper_id', nullable: true })
  pepperId!: string | null;

  @Column('text')
  name!: string;

  @Column('text', { array: true })
  permissions!: string[];

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;

  /** The key that took its place. */
  @Column('uuid', { name: 'rotated_to', nullable: true })
  rotatedTo!: string | null;
}
