import type { MigrationInterface, QueryRunner } from 'typeorm';
import { GRAPH_TABLES_SQL } from './0001-graph-tables.js';
import { WRITE_SIDE_SQL } from './0001-write-side.js';

/** Tables of a memory's path: write side, extraction state, checkpoints, and the read models of the graph. */
export class Path0001 implements MigrationInterface {
  readonly name = 'Path1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(WRITE_SIDE_SQL);
    await runner.query(GRAPH_TABLES_SQL);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('the first migration cannot be taken back; drop the database instead'));
  }
}
