import { Module, type DynamicModule } from '@nestjs/common';
import type { Database } from '#database/database.js';
import { DatabaseModule } from '#database/database.module.js';
import type { ApiOptions } from './options/api-options.js';
import { ApiModule } from './api.module.js';

/** Root module of the api app on one database. */
@Module({})
export class ApiRootModule {
  static of(database: Database, options: ApiOptions): DynamicModule {
    return { module: ApiRootModule, imports: [DatabaseModule.of(database), ApiModule.forRoot(options)] };
  }
}
