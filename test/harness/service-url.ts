import { SERVICE_ROLE } from '#database/schema/row-security.js';

/** Connection string of the service login for that of an owner; `migrate` creates the login. */
export function serviceUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = SERVICE_ROLE;
  url.password = 'password-of-the-service-in-tests';
  return url.href;
}
