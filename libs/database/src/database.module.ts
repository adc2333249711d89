import { Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Database } from './database.js';

/** Injection token of the pool of the service's role; rows are visible only through `inScope`. */
export const POOL = Symbol('pg pool of the service');

/** Injection token of the service's pool for credentials. */
export const CREDENTIAL_POOL = Symbol('pg pool for credentials');

/** Injection token of the owner's pool: for jobs and operators, never for a request. */
export const SYSTEM_POOL = Symbol('pg pool of the owner');

/** Provides an open database to all modules. Whoever opened it closes it, last. */
@Module({})
export class DatabaseModule {
  static of(database: Database): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: DataSource, useValue: database.dataSource },
        { provide: POOL, useValue: database.service },
        { provide: CREDENTIAL_POOL, useValue: database.credentials },
        { provide: SYSTEM_POOL, useValue: database.system },
      ],
      exports: [DataSource, POOL, CREDENTIAL_POOL, SYSTEM_POOL],
    };
  }
}
