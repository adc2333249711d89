import type { IHeaders } from 'kafkajs';

/** The W3C traceparent of a record as a field to spread; a repeated header counts as absent. */
export function traceparentOfHeaders(headers: IHeaders | undefined): { readonly traceparent?: string } {
  const header = headers?.['traceparent'];
  return header === undefined || Array.isArray(header) ? {} : { traceparent: header.toString() };
}
