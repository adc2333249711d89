import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { Allowance } from '#access/token-buckets.js';
import { mayHaveCommitted } from '#database/errors.js';
import { beAsLenient } from '#request-schema/unknown-names.js';
import { validateBody } from '#request-schema/validate-body.js';
import { Admission } from '../http/admission.js';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { Forbidden, problemOf, RateLimited, UNFORESEEN } from '../http/problems.js';
import { preferredWait, sayApplied } from '../http/preferences.js';
import { requestIdFor, requestIdOf } from '../http/request-id.js';
import { Needs, TakesBody } from '../http/route-rules.js';
import { traceparentOfRequest } from '../http/trace-requests.js';
import { LIMITS } from '../shared/request-limits.js';
import { ExtractionWaits } from './extraction-waits.js';
import { BatchItemDto, EncodeBatchDto } from './encode-batch.dto.js';
import { EncodeBatch, type BatchItem, type BatchResult } from './encode-batch.handler.js';

@Controller('v1/memories/batch')
export class MemoryBatchController {
  constructor(
    private readonly commands: CommandBus,
    private readonly admission: Admission,
    private readonly waits: ExtractionWaits,
  ) {}

  @Post()
  @HttpCode(200)
  @Needs('encode')
  @TakesBody(LIMITS.body_bytes)
  async encode(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: unknown,
  ) {
    const { items: given } = validateBody(EncodeBatchDto, body);
    for (const item of given) if (typeof item === 'object' && item !== null) beAsLenient(item, body as object);
    const items = given.map((item, i) => readItem(request, item, i));
    const { scopeId } = request.identity.scope;
    const isKeyed = request.headers['idempotency-key'] !== undefined;
    const mayRecall = request.identity.permissions.has('recall');
    const valid = items.filter((item) => 'dto' in item).length;
    const allowances = await this.admission.countMemories(request.identity, valid, reply);
    const allowed = await this.withinQuota(request, items, allowances);
    const batchId = isKeyed ? requestIdOf(request) : null;
    const command = new EncodeBatch(scopeId, batchId, allowed, traceparentOfRequest(request), mayRecall);
    const { results, replayed } = await this.commands.execute(command);
    giveBackUnstored(items, allowances, results);
    throwIfNothingCould(results);
    if (replayed) reply.header('idempotency-replayed', 'true');
    await this.awaitLast(request, reply, results);
    return { results: results.map((result) => ('ok' in result ? result.ok : { error: problemIn(result.error) })) };
  }

  /** Waits, if the caller prefers that, for the extraction of the last memory: those before it are extracted first. */
  private async awaitLast(request: AuthenticatedRequest, reply: FastifyReply, results: readonly BatchResult[]) {
    const wait = preferredWait(request.headers['prefer']);
    const last = results.findLast((result) => 'ok' in result);
    if (wait === 0 || last === undefined) return;
    const state = await this.waits.wait(request.identity.scope.scopeId, last.ok.memory_id, wait);
    sayApplied(reply, `wait=${String(wait)}; extraction=${state}`);
  }

  /** The items, of which new ones beyond the quota are refused. */
  private async withinQuota(
    { identity }: AuthenticatedRequest,
    items: readonly BatchItem[],
    allowances: readonly Allowance[],
  ): Promise<BatchItem[]> {
    const valid = items.filter((item) => 'dto' in item);
    const refused = new Map(
      valid.flatMap((item, i) => (allowances[i]?.admitted === false ? [[item, allowances[i]] as const] : [])),
    );
    if (refused.size === 0) return [...items];
    const ids = [...refused.keys()].map(({ requestId }) => requestId);
    const repeated = await this.admission.repeatedWrites(identity, ids);
    return items.map((item) => {
      const allowance = 'dto' in item && !repeated.has(item.requestId) ? refused.get(item) : undefined;
      return allowance ? { error: new RateLimited('memories', allowance.retryAfterSeconds) } : item;
    });
  }
}

/** Validates one item; its request id follows from that of the batch if it has none. */
function readItem(request: AuthenticatedRequest, item: unknown, index: number): BatchItem {
  try {
    const dto = validateBody(BatchItemDto, item);
    // The answer would reveal whether this text is already stored.
    if (dto.dedupe === 'content' && !request.identity.permissions.has('recall')) throw new Forbidden('recall');
    // No caller can choose an id with a blank.
    const requestId = dto.request_id
      ? requestIdFor(request.identity, dto.request_id)
      : `${requestIdOf(request)} ${String(index)}`;
    return { dto, requestId };
  } catch (error) {
    return { error: error as Error };
  }
}

/** Gives back the allowances of memories that were certainly not stored, or had been before. */
function giveBackUnstored(
  items: readonly BatchItem[],
  allowances: readonly Allowance[],
  results: readonly BatchResult[],
): void {
  let next = 0;
  items.forEach((item, i) => {
    if ('error' in item) return;
    const allowance = allowances[next++];
    const result = results[i];
    if (result && ('ok' in result ? result.replayed : !mayHaveCommitted(result.error))) allowance?.giveBack();
  });
}

/** Throws an error that no item caused, if it kept all others from being stored: the whole batch can be repeated. */
function throwIfNothingCould(results: readonly BatchResult[]): void {
  if (results.some((result) => 'ok' in result)) return;
  for (const result of results)
    if ('error' in result && (problemOf(result.error)?.status ?? 500) >= 500) throw result.error;
}

function problemIn(error: Error): { code: string; message: string } {
  const { code, message } = problemOf(error) ?? UNFORESEEN;
  return { code, message };
}
