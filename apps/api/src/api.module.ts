import {
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { credentialStore } from '#access/api-keys.js';
import { Authenticator } from '#access/authenticator.js';
import { dateOfNanos, systemClock } from '#contracts/clock.js';
import { CREDENTIAL_POOL, POOL, SYSTEM_POOL } from '#database/database.module.js';
import { LogTail } from '#event-store/log-tail.js';
import { EncodeMemories } from '#memories/encode/encode-memories.js';
import { Tracing } from '#tracing/tracing.js';
import { RequestShares } from './admission/request-shares.js';
import { ShareRequests } from './admission/share-requests.interceptor.js';
import { API_OPTIONS, type ApiOptions } from './options/api-options.js';
import { CapabilitiesController } from './capabilities/capabilities.controller.js';
import { CLOCK } from './shared/clock.js';
import { CorrectEntityHandler } from './entities/correct-entity.handler.js';
import { CreateEntityHandler } from './entities/create-entity.handler.js';
import { ResolveEntityHandler, ResolveOrCreateEntityHandler } from './entities/resolve-entity.handler.js';
import { EntitiesController } from './entities/entities.controller.js';
import {
  GetEntityHandler,
  ListEntitiesHandler,
  ListRelationsHandler,
  TraverseRelationsHandler,
} from './entities/entities.queries.js';
import { eventProviders, onCommitOf } from './events/event-providers.js';
import { EventsController } from './events/events.controller.js';
import { FetchGraphHandler } from './graph/graph-page.handler.js';
import { GraphController } from './graph/graph.controller.js';
import { HealthController, READINESS } from './health/health.controller.js';
import { Admission } from './http/admission.js';
import { Cursors } from './http/cursors.js';
import { CredentialGate, REQUEST_GATE } from './http/request-gate.js';
import { WhoamiController } from './identity/whoami.controller.js';
import { forgottenErasure } from './jobs/forgotten-erasure.js';
import { ledgerExpiry } from './jobs/ledger-expiry.js';
import { memoryExpiry } from './jobs/memory-expiry.js';
import type { PeriodicJob } from './jobs/periodic-job.js';
import { rateBucketExpiry } from './jobs/rate-bucket-expiry.js';
import { LinkMemoriesHandler } from './links/link-memories.handler.js';
import { LinksController } from './links/links.controller.js';
import { UnlinkMemoriesHandler } from './links/unlink-memories.handler.js';
import { EncodeBatchHandler } from './memories/encode-batch.handler.js';
import { EncodeMemoryHandler } from './memories/encode-memory.handler.js';
import { ExtractionWaits } from './memories/extraction-waits.js';
import { ForgetMemoriesHandler } from './memories/forget-memories.handler.js';
import { ForgetMemoryHandler } from './memories/forget-memory.handler.js';
import { InspectMemoryHandler } from './memories/inspect-memory.handler.js';
import { ListMemoriesHandler } from './memories/list-memories.handler.js';
import { GetMemoryHandler } from './memories/get-memory.handler.js';
import { MemoriesController } from './memories/memories.controller.js';
import { MemoryBatchController } from './memories/memory-batch.controller.js';
import { MemoryController } from './memories/memory.controller.js';
import { ReviseMemoryHandler } from './memories/revise-memory.handler.js';
import { ControllerCalls } from './mcp/controller-calls.js';
import { McpController } from './mcp/mcp.controller.js';
import { OperationFiguresHandler } from './operation/operation-figures.handler.js';
import { OperationController } from './operation/operation.controller.js';
import { RedriveExtractionsHandler } from './operation/redrive-extractions.handler.js';
import { PlanController } from './plan/plan.controller.js';
import { PlanHandler } from './plan/plan.handler.js';
import { ListRetractionsHandler } from './facts/list-retractions.handler.js';
import { RetractionsController } from './facts/retractions.controller.js';
import { GetRelationHandler } from './relations/get-relation.handler.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { ReasonController } from './reason/reason.controller.js';
import { ReasonHandler } from './reason/reason.handler.js';
import { AccessCounts } from './recall/access-counts.js';
import { recallProviders } from './recall/recall-providers.js';
import { RecallController } from './recall/recall.controller.js';
import { RecallMemoriesHandler } from './recall/recall.handler.js';
import { DecideNamesHandler } from './entities/assign-name.handler.js';
import { GetEntityProfileHandler } from './entities/entity-profile.handler.js';
import { DecideFactHandler } from './facts/decide-fact.handler.js';
import { RelationsController } from './relations/relations.controller.js';
import { StatementsController } from './statements/statements.controller.js';
import { GetStatementHandler, ListStatementsHandler } from './statements/statements.queries.js';
import { StudioController } from './studio/studio.controller.js';
import { WEBHOOK_PROVIDERS } from './webhooks/webhook-providers.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';
import { Stopping } from './shared/stopping.js';
import { ExportScopeHandler } from './transfer/export-scope.handler.js';
import { ImportScopeHandler } from './transfer/import-scope.handler.js';
import { TransferController } from './transfer/transfer.controller.js';

const CONTROLLERS = [
  MemoriesController,
  MemoryBatchController,
  MemoryController,
  RecallController,
  PlanController,
  ReasonController,
  LinksController,
  EntitiesController,
  RelationsController,
  RetractionsController,
  StatementsController,
  GraphController,
  EventsController,
  WebhooksController,
  TransferController,
  McpController,
  OperationController,
  WhoamiController,
  CapabilitiesController,
  OpenApiController,
  StudioController,
  HealthController,
];

const HANDLERS = [
  EncodeMemoryHandler,
  EncodeBatchHandler,
  ForgetMemoriesHandler,
  ForgetMemoryHandler,
  ListMemoriesHandler,
  GetMemoryHandler,
  ReviseMemoryHandler,
  InspectMemoryHandler,
  RecallMemoriesHandler,
  PlanHandler,
  ReasonHandler,
  LinkMemoriesHandler,
  UnlinkMemoriesHandler,
  CreateEntityHandler,
  ResolveEntityHandler,
  ResolveOrCreateEntityHandler,
  ListEntitiesHandler,
  GetEntityHandler,
  ListRelationsHandler,
  TraverseRelationsHandler,
  FetchGraphHandler,
  GetRelationHandler,
  ListRetractionsHandler,
  DecideFactHandler,
  DecideNamesHandler,
  CorrectEntityHandler,
  GetEntityProfileHandler,
  ListStatementsHandler,
  GetStatementHandler,
  ExportScopeHandler,
  ImportScopeHandler,
  OperationFiguresHandler,
  RedriveExtractionsHandler,
];

/** Injection token of the periodic jobs. */
const JOBS = Symbol('jobs');

function jobsProvider({ log }: ApiOptions, now: () => Date) {
  const jobs = [ledgerExpiry, forgottenErasure, memoryExpiry, rateBucketExpiry];
  const useFactory = (pool: Pool) => jobs.map((job) => job(pool, now, log));
  return { provide: JOBS, useFactory, inject: [SYSTEM_POOL] };
}

/** HTTP API under /v1: commands for writes, queries for reads. */
@Module({})
export class ApiModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly store: EncodeMemories,
    private readonly accesses: AccessCounts,
    @Inject(JOBS) private readonly jobs: readonly PeriodicJob[],
    @Inject(API_OPTIONS) private readonly options: ApiOptions,
  ) {}

  static forRoot(options: ApiOptions): DynamicModule {
    const clock = options.clock ?? systemClock;
    const now = (): Date => dateOfNanos(clock.nowNanos());
    return {
      module: ApiModule,
      imports: [CqrsModule.forRoot(), DiscoveryModule],
      controllers: CONTROLLERS,
      providers: [
        { provide: API_OPTIONS, useValue: options },
        { provide: CLOCK, useValue: clock },
        Stopping,
        { provide: Tracing, useValue: options.tracing ?? Tracing.off },
        { provide: READINESS, useValue: options.readiness },
        {
          provide: Authenticator,
          useFactory: (pool: Pool) =>
            new Authenticator(credentialStore(pool), now, options.jwt, options.elapsed, options.peppers),
          inject: [CREDENTIAL_POOL],
        },
        {
          provide: Admission,
          useFactory: (pool: Pool) => new Admission(pool, clock, options.limits),
          inject: [POOL],
        },
        { provide: REQUEST_GATE, useClass: CredentialGate },
        { provide: RequestShares, useFactory: () => new RequestShares(options.limits.requests) },
        { provide: APP_INTERCEPTOR, useClass: ShareRequests },
        ControllerCalls,
        ExtractionWaits,
        { provide: Cursors, useFactory: (pool: Pool) => new Cursors(pool), inject: [CREDENTIAL_POOL] },
        {
          provide: EncodeMemories,
          useFactory: (pool: Pool, tail: LogTail) =>
            new EncodeMemories({
              pool,
              now,
              extract: options.extract,
              sweepAfterMs: options.sweepAfterMs,
              queue: options.limits.writeQueue,
              onCommit: onCommitOf(options, tail),
              ...(options.onBatch ? { onBatch: options.onBatch } : {}),
            }),
          inject: [POOL, LogTail],
        },
        {
          provide: AccessCounts,
          useFactory: (pool: Pool) => new AccessCounts(pool, clock, options.log),
          inject: [POOL],
        },
        ...[...eventProviders(options), ...WEBHOOK_PROVIDERS, ...recallProviders(options)],
        jobsProvider(options, now),
        ...HANDLERS,
      ],
      exports: [EncodeMemories, CqrsModule, Authenticator],
    };
  }

  onApplicationBootstrap(): void {
    for (const job of this.jobs) job.start();
  }

  /** Completes accepted work before the database connection closes. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.jobs.map((job) => job.stop()));
    await this.store.drain();
    await this.accesses.stop();
    this.options.log.debug('accepted requests are finished');
  }
}
