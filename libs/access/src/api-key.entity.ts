import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Stored API key: only its hash, never the key itself. */
@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('uuid', { name: 'scope_id' })
  scopeId!: string;

  @PrimaryColumn('uuid', { name: 'key_id' })
  keyId!: string;

  @Column('bytea', { name: 'key_hash' })
  keyHash!: Buffer;

  /** Id of the pepper in the hash; null: none. */
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

  /** Id of the key that replaced this one. */
  @Column('uuid', { name: 'rotated_to', nullable: true })
  rotatedTo!: string | null;
}
