import type { IHeaders } from 'kafkajs';

/** The W3C traceparent that a record carries, as a field of what is made of it; a header given twice counts as none. */
export function traceparentOfHeaders(headers: IHeaders | undefined): { readonly traceparent?: string } {
  const header = headers?.['traceparent'];
  return header === undefined || Array.isArray(header) ? {} : { traceparent: header.toString() };
}
