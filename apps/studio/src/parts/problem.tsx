import type { ComponentChildren } from 'preact';
import { EngraphError, ForbiddenError } from '../../../../clients/typescript/src/index.js';
import { Notice } from './notice.js';

interface ProblemProps {
  readonly error: unknown;
  /** Such as a button that tries again. */
  readonly children?: ComponentChildren;
}

/** An error in the words of the service, with what the log has it under. */
export function Problem({ error, children }: ProblemProps) {
  const title = titleOf(error);
  const requestId = error instanceof EngraphError ? error.requestId : null;
  return (
    <Notice tone="error" title={title}>
      {messageOf(error)}
      {requestId && <span class="quiet"> Request {requestId}.</span>}
      {children}
    </Notice>
  );
}

/** Titles by the codes of docs/api.md, and those of the client for a missing answer. */
const TITLES: Readonly<Record<string, string>> = {
  bad_request: 'The service cannot take that',
  unauthorized: 'The key no longer counts',
  forbidden: 'Your key may not do this',
  not_found: 'Not there',
  conflict: 'Something else came first',
  rate_limited: 'Too many requests for now',
  connection: 'The service does not answer',
  timeout: 'The service takes too long to answer',
  'engine.unavailable': 'The service cannot answer now',
};

function titleOf(error: unknown): string {
  return (error instanceof EngraphError ? TITLES[error.code] : undefined) ?? 'Something went wrong';
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const hint = error instanceof ForbiddenError ? ' Whoever gave you the key can give you one that may.' : '';
  return `${message}${/[.!?]$/.test(message) ? '' : '.'}${hint}`;
}
