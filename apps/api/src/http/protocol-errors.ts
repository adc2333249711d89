import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { uuidv7 } from '#contracts/uuid-v7.js';
import type { ErrorCode } from './problems.js';

/** Answers, in the error envelope, a URL that the router refuses before any hook runs. */
export function answerUnroutable(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  void reply
    .status(error.statusCode ?? 400)
    .header('x-request-id', request.id)
    .send(envelope('the path is not a valid URL path'));
}

/** Answers bytes that are not a valid HTTP request, in the error envelope, and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, message } = CLIENT_ERRORS[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify(envelope(message));
  const head = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${String(Buffer.byteLength(body))}`,
    `x-request-id: ${uuidv7()}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

interface ClientError {
  readonly status: number;
  readonly message: string;
}

const CLIENT_ERRORS: Readonly<Record<string, ClientError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'the request did not arrive in time' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'the request line and headers are too long' },
};

const MALFORMED: ClientError = { status: 400, message: 'this is not an HTTP/1.1 request' };

function envelope(message: string) {
  return { error: { code: 'bad_request' satisfies ErrorCode, message } };
}
