import { ForbiddenError } from '../../../../clients/typescript/src/index.js';
import { Notice } from '../parts/notice.js';

/** Whether an answer was refused for want of a permission. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ForbiddenError;
}

/** Says which key would show more. */
export function MissingPermission() {
  return (
    <Notice tone="info" title="The figures of the scope need a key with the permission “admin”">
      An operator makes one with <code>engraph keys create --permissions encode,recall,admin</code>.
    </Notice>
  );
}
