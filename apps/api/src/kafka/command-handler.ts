import type { CommandBus } from '@nestjs/cqrs';
import { SpanKind, type Span } from '@opentelemetry/api';
import type { Pool } from 'pg';
import { ensureScope, InvalidScopeName, type CredentialStore } from '#access/api-keys.js';
import type { Authenticator } from '#access/authenticator.js';
import { JwtKeysUnavailable } from '#access/jwt-keys.js';
import { PERMISSIONS, type Permission } from '#access/permissions.js';
import type { CommandMessage, CommandReplyData, CommandType } from '#contracts/messages/commands.js';
import { inScope } from '#database/in-scope.js';
import { isPastIdempotencyWindow } from '#event-store/request-ledger.js';
import { ignoreUnknownNames } from '#request-schema/unknown-names.js';
import { validateBody } from '#request-schema/validate-body.js';
import { endFailed, traceparentOf, Tracing } from '#tracing/tracing.js';
import { BadRequest, Forbidden, problemOf, Unauthorized, UNFORESEEN } from '../http/problems.js';
import { requestIdFor } from '../http/request-id.js';
import { EncodeMemoryDto } from '../memories/encode-memory.dto.js';
import { EncodeMemory } from '../memories/encode-memory.handler.js';
import { ForgetMemoryDto } from '../memories/forget-memory.dto.js';
import { ForgetMemory } from '../memories/forget-memory.handler.js';

const PERMISSION: Record<CommandType, Permission> = { EncodeMemory: 'encode', ForgetMemory: 'forget' };

/** Scope and permissions of a command; no key id if its producer is trusted. */
interface Caller {
  readonly scopeId: string;
  readonly keyId: string | null;
  readonly permissions: ReadonlySet<Permission>;
}

/** A command with its id in the request ledger. */
type LedgerCommand = CommandMessage & { readonly ledgerId: string };

const MAX_WAIT_FOR_KEYS_MS = 60_000;

export interface KafkaCommandOptions {
  readonly bus: CommandBus;
  readonly authenticator: Authenticator;
  readonly credentials: CredentialStore;
  /** Pool of the service role, for the request ledger of a scope. */
  readonly service: Pool;
  /** Whether producers may name a scope themselves. Set it only if the broker controls who may write to the topic. */
  readonly trusted: boolean;
  /** Maximum wait for the keys of an unavailable issuer; then a command is answered with engine.unavailable. */
  readonly longestWaitForKeysMs?: number;
  readonly tracing?: Tracing;
  /** Called for an unexpected error: the command is answered with engine.error and consumption continues. */
  readonly onUnforeseen: (error: unknown) => void;
}

/** Executes commands from Kafka as the HTTP routes do: same credentials, validation, ledger and errors. */
export class KafkaCommandHandler {
  constructor(private readonly options: KafkaCommandOptions) {}

  /**
   * Executes a command and returns its reply.
   * @throws an infrastructure error: the command is delivered again, under the same request id
   */
  async handle(command: CommandMessage): Promise<CommandReplyData> {
    const { tracing = Tracing.off } = this.options;
    const span = tracing.begin(`command ${command.type}`, {
      kind: SpanKind.CONSUMER,
      parent: command.traceparent,
    });
    try {
      const reply = await this.answer(command, span);
      span?.setAttribute('engraph.command.status', 'status' in reply ? reply.status : 200).end();
      return reply;
    } catch (error) {
      endFailed(span, error);
      throw error;
    }
  }

  private async answer(command: CommandMessage, span: Span | null): Promise<CommandReplyData> {
    try {
      const caller = await this.callerOf(command);
      const ledgerCommand = { ...command, ledgerId: requestIdFor(caller, command.requestId) };
      await this.refuseOld(ledgerCommand, caller.scopeId);
      const { result, replayed } = await this.execute(ledgerCommand, caller, span);
      return { request_id: command.requestId, command: command.type, replayed, result };
    } catch (error) {
      const problem = problemOf(error) ?? UNFORESEEN;
      if (problem.code === 'engine.unavailable' && !this.isLongAway(error)) throw error;
      if (problem === UNFORESEEN) this.options.onUnforeseen(error);
      const { status, code, message } = problem;
      return { request_id: command.requestId, command: command.type, error: { code, message }, status };
    }
  }

  /**
   * Whether the issuer has been unavailable for too long: a token with an unknown key must not block later commands
   * forever.
   */
  private isLongAway(error: unknown): boolean {
    const { longestWaitForKeysMs = MAX_WAIT_FOR_KEYS_MS } = this.options;
    return error instanceof JwtKeysUnavailable && error.awayMs >= longestWaitForKeysMs;
  }

  /**
   * Refuses a command older than the idempotency window, for example re-read after offsets were lost: it might be
   * executed twice.
   * @throws BadRequest
   */
  private async refuseOld({ ledgerId, takenAt }: LedgerCommand, scopeId: string): Promise<void> {
    if (takenAt === undefined) return;
    if (await isPastIdempotencyWindow(inScope(this.options.service, scopeId), scopeId, ledgerId, takenAt))
      throw new BadRequest(
        'the command is older than 23 hours: whether it was carried out is no longer known; send it again under another request id',
      );
  }

  private execute(
    command: LedgerCommand,
    { scopeId, keyId, permissions }: Caller,
    span: Span | null,
  ): Promise<{ result: object; replayed: boolean }> {
    const { bus } = this.options;
    const { requestId, ledgerId, fields } = command;
    // A producer may be newer than this service; what it sends cannot be refused while it waits.
    ignoreUnknownNames(fields);
    switch (command.type) {
      case 'EncodeMemory':
        return bus.execute(
          new EncodeMemory(
            scopeId,
            ledgerId,
            validateBody(EncodeMemoryDto, fields),
            traceparentOf(span),
            permissions.has('recall'),
          ),
        );
      case 'ForgetMemory':
        return bus.execute(
          new ForgetMemory(scopeId, ledgerId, validateBody(ForgetMemoryDto, fields), {
            ...{ actor: 'api', requestId, keyId, origin: 'kafka' },
          }),
        );
    }
  }

  private async callerOf({ type, authorization, scope }: CommandMessage): Promise<Caller> {
    const { authenticator, credentials, trusted } = this.options;
    if (authorization === null && scope !== null && trusted) {
      const { scopeId } = await ensureTrustedScope(credentials, scope);
      return { scopeId, keyId: null, permissions: new Set(PERMISSIONS) };
    }
    const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    const identity = key === undefined ? null : await authenticator.authenticate(key);
    if (!identity) throw new Unauthorized('the command has no valid credential');
    if (!identity.permissions.has(PERMISSION[type])) throw new Forbidden(PERMISSION[type]);
    const { scope: own, keyId, permissions } = identity;
    return { scopeId: own.scopeId, keyId, permissions };
  }
}

async function ensureTrustedScope(store: CredentialStore, { namespace, agent }: { namespace: string; agent: string }) {
  try {
    return await ensureScope(store, namespace, agent);
  } catch (error) {
    if (error instanceof InvalidScopeName) throw new BadRequest(error.message);
    throw error;
  }
}
