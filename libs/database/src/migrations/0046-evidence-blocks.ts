import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Block sums over the evidence of a pair, by which a split interval is counted, however many claims it has. About one
 * claim in 64 begins a block, by the id of its memory, so that blocks are a function of the claims, independent of
 * their order.
 */
export class EvidenceBlocks0046 implements MigrationInterface {
  readonly name = 'EvidenceBlocks1700000000046';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      ALTER TABLE evidence ADD COLUMN block_claims integer, ADD COLUMN block_weight bigint;
      COMMENT ON COLUMN evidence.block_claims IS
        'Claims from this one up to the next of the pair that begins a block; null where this one begins none.';
    `);
    await fillBlocks(runner);
    await runner.query(/* sql */ `
      CREATE INDEX evidence_blocks ON evidence (scope_id, pair_id, event_at_nanos, memory_id, ordinal)
        INCLUDE (block_claims, block_weight) WHERE block_claims IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      DROP INDEX evidence_blocks;
      ALTER TABLE evidence DROP COLUMN block_claims, DROP COLUMN block_weight;
    `);
  }
}

/** Computes the block sums of the existing evidence. */
export async function fillBlocks(runner: QueryRunner): Promise<void> {
  await runner.query(/* sql */ `
    WITH numbered AS (
      SELECT scope_id, memory_id, ordinal, pair_id, weight, begins,
             count(*) FILTER (WHERE begins) OVER (PARTITION BY scope_id, pair_id
                                                 ORDER BY event_at_nanos, memory_id, ordinal) AS block
      FROM evidence CROSS JOIN LATERAL (SELECT get_byte(uuid_send(memory_id), 15) % 64 = 0 AS begins) AS b
    ), summed AS (
      SELECT scope_id, pair_id, block, count(*)::int AS claims, sum(weight)::bigint AS weight
      FROM numbered WHERE block > 0 GROUP BY scope_id, pair_id, block
    )
    UPDATE evidence AS e SET block_claims = s.claims, block_weight = s.weight
    FROM numbered AS n JOIN summed AS s USING (scope_id, pair_id, block)
    WHERE n.begins AND e.scope_id = n.scope_id AND e.memory_id = n.memory_id AND e.ordinal = n.ordinal`);
}
