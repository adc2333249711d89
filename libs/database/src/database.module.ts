import { Module, type DynamicModule } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { poolOf } from './data-source.js';

/** Injection token of the process's pg pool. */
export const POOL = Symbol('pg pool');

/** Lends a connected DataSource, and the pool under it, to all modules; who connected it closes it, last. */
@Module({})
export class DatabaseModule {
  static of(dataSource: DataSource): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: DataSource, useValue: dataSource },
        { provide: POOL, useFactory: (): Pool => poolOf(dataSource) },
      ],
      exports: [DataSource, POOL],
    };
  }
}
