import { Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Database } from './database.js';

/** Injection token of the pool of the service's role: rows are seen only through `inScope`. */
export const POOL = Symbol('pg pool of the service');

/** Injection token of the owner's pool: for jobs and credentials, never for a request's rows. */
export const SYSTEM_POOL = Symbol('pg pool of the owner');

/** Lends an open database to all modules; who opened it closes it, last. */
@Module({})
export class DatabaseModule {
  static of(database: Database): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: DataSource, useValue: database.dataSource },
        { provide: POOL, useValue: database.service },
        { provide: SYSTEM_POOL, useValue: database.system },
      ],
      exports: [DataSource, POOL, SYSTEM_POOL],
    };
  }
}
