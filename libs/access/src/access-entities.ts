import { ApiKeyEntity } from './api-key.entity.js';
import { AuditEventEntity } from './audit-event.entity.js';
import { ScopeEntity } from './scope.entity.js';

/** Entities of the tables that operators change, for `createDataSource` and `openDatabase`. */
export const ACCESS_ENTITIES = [ApiKeyEntity, AuditEventEntity, ScopeEntity];
