import { Module, type DynamicModule } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { DatabaseModule } from '#database/database.module.js';
import { ApiModule, type ApiOptions } from './api.module.js';

/** The api on one database. */
@Module({})
export class ApiRootModule {
  static of(dataSource: DataSource, options: ApiOptions): DynamicModule {
    return { module: ApiRootModule, imports: [DatabaseModule.of(dataSource), ApiModule.forRoot(options)] };
  }
}
