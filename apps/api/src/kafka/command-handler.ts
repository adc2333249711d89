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
import { endFailed, traceparentOf, Tracing } from '#tracing/tracing.js';
import { BadRequest, Forbidden, problemOf, Unauthorized, UNFORESEEN } from '../http/problems.js';
import { requestIdFor } from '../http/request-id.js';
import { validateBody } from '../http/validate-body.js';
import { EncodeMemoryDto } from '../memories/encode-memory.dto.js';
import { EncodeMemory } from '../memories/encode-memory.handler.js';
import { ForgetMemory, ForgetMemoryDto } from '../memories/forget-memory.handler.js';

const PERMISSION: Record<CommandType, Permission> = { EncodeMemory: 'encode', ForgetMemory: 'forget' };

/** In whose scope a command is carried out; without a key where its producer is trusted. */
interface Caller {
  readonly scopeId: string;
  readonly keyId: string | null;
  readonly permissions: ReadonlySet<Permission>;
}

/** A command, under the id by which the ledger knows it. */
type Asked = CommandMessage & { readonly ledgerId: string };

const LONGEST_WAIT_FOR_KEYS_MS = 60_000;

export interface KafkaCommandOptions {
  readonly bus: CommandBus;
  readonly authenticator: Authenticator;
  readonly credentials: CredentialStore;
  /** Connections of the service, to look into the request ledger of a scope. */
  readonly service: Pool;
  /** Producers may name a scope themselves: only where the broker says who may write to the topic. */
  readonly trusted: boolean;
  /** Commands wait this long for the keys of an issuer that is away; then they are answered with engine.unavailable. */
  readonly longestWaitForKeysMs?: number;
  readonly tracing?: Tracing;
  /** Told of an error that nobody foresaw: the command is answered with engine.error, and those after it go on. */
  readonly onUnforeseen: (error: unknown) => void;
}

/** Carries out commands from Kafka as the HTTP routes do: same credential, validation, ledger and errors. */
export class KafkaCommandHandler {
  constructor(private readonly options: KafkaCommandOptions) {}

  /** @throws an error of the infrastructure: the command comes again, under the same request id */
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
      const asked = { ...command, ledgerId: requestIdFor(caller, command.requestId) };
      await this.refuseOld(asked, caller.scopeId);
      const { result, replayed } = await this.carryOut(asked, caller, span);
      return { request_id: command.requestId, command: command.type, replayed, result };
    } catch (error) {
      const problem = problemOf(error) ?? UNFORESEEN;
      if (problem.code === 'engine.unavailable' && !this.isLongAway(error)) throw error;
      if (problem === UNFORESEEN) this.options.onUnforeseen(error);
      const { status, code, message } = problem;
      return { request_id: command.requestId, command: command.type, error: { code, message }, status };
    }
  }

  /** A token of an unknown key must not hold up all commands behind it for as long as its issuer is away. */
  private isLongAway(error: unknown): boolean {
    const { longestWaitForKeysMs = LONGEST_WAIT_FOR_KEYS_MS } = this.options;
    return error instanceof JwtKeysUnavailable && error.awayMs >= longestWaitForKeysMs;
  }

  /**
   * A record that is read again a day later, as after offsets were lost, must not be written as new.
   * @throws BadRequest
   */
  private async refuseOld({ ledgerId, takenAt }: Asked, scopeId: string): Promise<void> {
    if (takenAt === undefined) return;
    if (await isPastIdempotencyWindow(inScope(this.options.service, scopeId), scopeId, ledgerId, takenAt))
      throw new BadRequest(
        'the command is older than 23 hours: whether it was carried out is no longer known; send it again under another request id',
      );
  }

  private carryOut(
    command: Asked,
    { scopeId, keyId, permissions }: Caller,
    span: Span | null,
  ): Promise<{ result: object; replayed: boolean }> {
    const { bus } = this.options;
    const { requestId, ledgerId, fields } = command;
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
    if (!identity) throw new Unauthorized('the command carries no valid credential');
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
