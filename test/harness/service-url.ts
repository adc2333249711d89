import { SERVICE_ROLE } from '#database/schema/row-security.js';

/** The connection string of the service's login beside an owner's; `migrate` makes it. */
export function serviceUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = SERVICE_ROLE;
  url.password = 'password-of-the-service-in-tests';
  return url.href;
}
