import { Module, type DynamicModule } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Database } from '#database/database.js';
import { CREDENTIAL_POOL, DatabaseModule } from '#database/database.module.js';
import { Cursors } from '../http/cursors.js';
import { REQUEST_GATE } from '../http/request-gate.js';
import { ADMIN_OPTIONS, type AdminOptions } from './admin-options.js';
import { AdminController } from './admin.controller.js';
import { AdminGate } from './admin-gate.js';

/** The admin routes as a separate application, so that no public port can serve them. */
@Module({})
export class AdminModule {
  static of(database: Database, options: AdminOptions): DynamicModule {
    return {
      module: AdminModule,
      imports: [DatabaseModule.of(database)],
      controllers: [AdminController],
      providers: [
        { provide: ADMIN_OPTIONS, useValue: options },
        { provide: REQUEST_GATE, useClass: AdminGate },
        { provide: Cursors, useFactory: (pool: Pool) => new Cursors(pool), inject: [CREDENTIAL_POOL] },
      ],
    };
  }
}
