// Written by `npm run generate:client` from docs/openapi.json.

export interface paths {
  '/v1/memories': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List memories, page by page
     * @description Requires the permission `recall`.
     */
    get: operations['listMemories'];
    put?: never;
    /**
     * Store a memory
     * @description When the response arrives, the memory and its event are on disk. Extraction follows asynchronously; `Prefer: wait=N` delays the response until it is done.
     *
     *     Requires the permission `encode`.
     */
    post: operations['encodeMemory'];
    /**
     * Forget a memory, or those that pass a filter
     * @description Removes at once what the memory contributed to the graph. The text is erased after 7 days, or at once with `hard`. The body has exactly one of `memory_id`, `filter`, and `all: true`; `memory_id` and `hard` may be sent as query parameters instead. A filter, or `all`, forgets the oldest 500 memories that pass when the request begins; an interrupted request is completed by a repetition with the same key. `filter` and `dry_run` also require the permission `recall`.
     *
     *     Requires the permission `forget`.
     */
    delete: operations['forgetMemory'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/memories/{id}/inspect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a memory with everything extracted from it
     * @description Requires the permission `recall`.
     */
    get: operations['inspectMemory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/memories/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Store up to 1,000 memories
     * @description Stores memories in their order, with a result for each, in the same order: that of a single memory, or its error. An invalid memory does not affect the others. After an interruption a repetition with the same key stores the rest.
     *
     *     Requires the permission `encode`.
     */
    post: operations['encodeMemories'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/memories/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a memory, on request with its versions
     * @description Returns the memory as lists do, and its version as `ETag`. `versions` adds the newest 100 versions, within 4 MiB.
     *
     *     Requires the permission `recall`.
     */
    get: operations['getMemory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change a memory
     * @description Sets the given fields; null removes metadata, tags or the expiry. What an old text gave the graph is taken back at once, and the new one is extracted like that of a new memory. With `If-Match`, a memory that has changed since gets 409, with its version as `ETag`.
     *
     *     Requires the permissions `encode` and `forget`.
     */
    patch: operations['reviseMemory'];
    trace?: never;
  };
  '/v1/recall': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Search memories by a query, best first
     * @description `answer_kind` tells whether the memories answer the query. It does not change the list: memories are returned also with `none`.
     *
     *     Requires the permission `recall`.
     */
    post: operations['recall'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/plan': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Find a path of memories from a start to a goal
     * @description Searches by A* over links, sessions, shared entities and shared terms. It returns the strongest path within the limits.
     *
     *     Requires the permission `plan`.
     */
    post: operations['plan'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/reason': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Infer claims from an observation, with the evidence for and against each
     * @description Follows current relations and statements from the entities of the observation. It calls no model.
     *
     *     Requires the permission `reason`.
     */
    post: operations['reason'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Link two memories
     * @description A link has a direction: it leads from `source` to `target`.
     *
     *     Requires the permissions `encode` and `recall`.
     */
    post: operations['linkMemories'];
    /**
     * Remove a link
     * @description The fields may be sent as a body or as query parameters.
     *
     *     Requires the permissions `encode` and `recall`.
     */
    delete: operations['unlinkMemories'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/entities': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List entities, the most mentioned first
     * @description Requires the permission `recall`.
     */
    get: operations['listEntities'];
    put?: never;
    /**
     * Create an entity, or add names to the one that has the name
     * @description An entity created here stays in the graph when the memories that mention it are forgotten.
     *
     *     Requires the permissions `encode` and `recall`.
     */
    post: operations['createEntity'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/entities/resolve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resolve a name to an entity
     * @description With `allow_create` the request is a write and also needs the permission `encode`.
     *
     *     Requires the permission `recall`.
     */
    post: operations['resolveEntity'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/entities/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an entity
     * @description For a merged entity the response is the entity that it is merged into.
     *
     *     Requires the permission `recall`.
     */
    get: operations['getEntity'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Put the name or the type of an entity right
     * @description It outranks what memories say, and stays when they are forgotten. The id of an entity follows from its type and name, so the response may have another one; all former ids and names lead to it. If another entity has the type and name, the response is 409: merge the two. With `If-Match`, an entity that has changed since gets 409, with its `ETag`.
     *
     *     Requires the permissions `encode` and `recall`.
     */
    patch: operations['correctEntity'];
    trace?: never;
  };
  '/v1/entities/{id}/relations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the relations of an entity, the most confident first
     * @description Requires the permission `recall`.
     */
    get: operations['listEntityRelations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/entities/{id}/traverse': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Traverse relations from an entity, the shortest paths first
     * @description Returns at most 10,000 paths.
     *
     *     Requires the permission `recall`.
     */
    post: operations['traverseRelations'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/statements': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List statements about entities
     * @description Current statements come first, then the most confident.
     *
     *     Requires the permission `recall`.
     */
    get: operations['listStatements'];
    put?: never;
    /**
     * Assert a statement about an entity
     * @description It counts as certain, is read as `source: "asserted"`, and stays when memories are forgotten. What memories say against it, up to this request, no longer counts; a later memory can end it.
     *
     *     Requires the permissions `encode` and `recall`.
     */
    post: operations['assertStatement'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/statements/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a statement
     * @description Requires the permission `recall`.
     */
    get: operations['getStatement'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/relations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a relation
     * @description Requires the permission `recall`.
     */
    get: operations['getRelation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/graph': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export the graph, page by page
     * @description The export has what holds now. A page has at most five times as many edges as `limit`.
     *
     *     Requires the permission `recall`.
     */
    get: operations['graphFetch'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow the events of the scope as they happen
     * @description Server-sent events, each at least once and in the order of the log. `id` is an opaque position, `event` the type, and `data` a CloudEvent as docs/events.md describes it, without `logepoch`, `logtxid` and `logposition`. The stream begins with an `id` alone, and has a comment every 15 seconds while nothing happens. It ends when the key is revoked or expires, at a shutdown, and when the client reads nothing for 30 seconds; continue it with the last `id`. A scope has at most 32 streams per process.
     *
     *     Requires the permission `recall`.
     */
    get: operations['events'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/retractions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what callers retracted, the latest first
     * @description What was asserted or confirmed again is not among it, nor what nobody names or says any more.
     *
     *     Requires the permission `recall`.
     */
    get: operations['listRetractions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/entities/{id}/profile': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get what is known of an entity: current facts, timeline, recent memories
     * @description Requires the permission `recall`.
     */
    get: operations['entityProfile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/entities/{id}/merge': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make two entities one
     * @description The response is the entity that they are now: that of the name a caller gave it, else of the fuller one, or of two types, that of `into`. Both ids lead to it.
     *
     *     Requires the permissions `encode` and `recall`.
     */
    post: operations['mergeEntity'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/entities/{id}/split': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Split a name from an entity
     * @description The response is the entity that the name now belongs to, whatever memories say.
     *
     *     Requires the permissions `encode` and `recall`.
     */
    post: operations['splitEntity'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/relations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Assert a relation between two entities
     * @description It counts as certain, is read as `source: "asserted"`, and stays when memories are forgotten. What memories say against it, up to this request, no longer counts; a later memory can end it.
     *
     *     Requires the permissions `encode` and `recall`.
     */
    post: operations['assertRelation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/relations/{id}/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm a relation
     * @description It counts as certain, and is read as `source: "confirmed"`, while the memory that says it is not forgotten. The id may also be that of a candidate, or of what was retracted.
     *
     *     Requires the permissions `encode` and `recall`.
     */
    post: operations['confirmRelation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/relations/{id}/retract': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Retract a relation
     * @description What memories say of it, now or later, no longer counts, and what callers asserted is taken back, until it is asserted or confirmed again. The id may also be that of a candidate.
     *
     *     Requires the permissions `encode` and `recall`.
     */
    post: operations['retractRelation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/statements/{id}/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm a statement
     * @description It counts as certain, and is read as `source: "confirmed"`, while the memory that says it is not forgotten. The id may also be that of a candidate, or of what was retracted.
     *
     *     Requires the permissions `encode` and `recall`.
     */
    post: operations['confirmStatement'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/statements/{id}/retract': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Retract a statement
     * @description What memories say of it, now or later, no longer counts, and what callers asserted is taken back, until it is asserted or confirmed again. The id may also be that of a candidate.
     *
     *     Requires the permissions `encode` and `recall`.
     */
    post: operations['retractStatement'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the webhooks of the scope, oldest first
     * @description Requires the permission `admin`.
     */
    get: operations['listWebhooks'];
    put?: never;
    /**
     * Have events of the scope posted to a URL
     * @description Events from now on are posted one by one, each at least once and in the order of the log, signed as Standard Webhooks has it: headers `webhook-id` (id of the event), `webhook-timestamp` and `webhook-signature`. A scope has at most 20 webhooks.
     *
     *     Requires the permission `admin`.
     */
    post: operations['createWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Let a webhook that failed too often go on
     * @description It goes on with the event that failed.
     *
     *     Requires the permission `admin`.
     */
    post: operations['resumeWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a webhook
     * @description Requires the permission `admin`.
     */
    delete: operations['deleteWebhook'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export the scope as lines of JSON
     * @description The events of the scope as of the beginning of the request, a header before them, a checkpoint after each page and an end with a digest of all lines. Erased texts are not in it.
     *
     *     Requires the permission `recall`.
     */
    get: operations['exportScope'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import lines of an export
     * @description Stores the events of an export, its header first, with the ids and times that they have. Into a scope of the same name it gives the same graph with the same ids; no model runs for memories that come with what was read in them. Events that the scope has are skipped, so the same lines can be sent again: after a fault, or in parts that each begin with the header. An invalid line gets 400 with its number, and the lines before it are stored.
     *
     *     Requires the permissions `encode` and `recall` and `forget`.
     */
    post: operations['importScope'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get how the service keeps up with the scope
     * @description All figures are of the scope alone; metrics have those of the deployment.
     *
     *     Requires the permission `admin`.
     */
    get: operations['operationFigures'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operation/redrive': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Extract memories again whose extraction was given up
     * @description One memory, or all of the scope. A memory that was not given up stays as it is.
     *
     *     Requires the permission `admin`.
     */
    post: operations['redriveExtractions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/whoami': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get identity, scope and permissions of the credential
     * @description Requires a valid credential.
     */
    get: operations['whoami'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/capabilities': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get features and limits of the deployment
     * @description Requires a valid credential.
     */
    get: operations['capabilities'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get this OpenAPI document
     * @description Requires no credential.
     */
    get: operations['openapi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/docs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get this document as an HTML page
     * @description Requires no credential.
     */
    get: operations['docs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check liveness
     * @description Responds while the process runs.
     *
     *     Requires no credential.
     */
    get: operations['live'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check readiness
     * @description Responds with 200 if Postgres is reachable. `degraded`: the reader of the log or extraction is late.
     *
     *     Requires no credential.
     */
    get: operations['ready'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    EncodeMemory: {
      /** @description Text of the memory: at most 1 MiB of UTF-8, not blank. It is stored unchanged. */
      text: string;
      /** @description Name of the speaker, at most 1 KiB. "I" in the text means the speaker; default `user`. */
      speaker?: string | null;
      /** @description Role of the speaker. With `assistant`, `system` or `tool`, "I" in the text is ignored. */
      role?: ('user' | 'assistant' | 'system' | 'tool') | null;
      /** @description Genre of the text, which decides how it is read. By default it is told by the form of the text. */
      genre?: ('chat' | 'note' | 'document' | 'code' | 'data' | 'prose') | null;
      /** @description Session that the caller chooses: an unsigned 64-bit integer, or a text of 1 to 255 characters. 42 and `"42"` are one session. */
      session?: (number | bigint) | string | null;
      /** @description Alias of `session`. */
      context?: (number | bigint) | string | null;
      /** @description Event time, when the text was said: Unix nanoseconds or ISO 8601 with a zone. Default 0, unset. */
      occurred_at_unix_nanos?: (number | bigint) | string | null;
      /** @description Alias of `occurred_at_unix_nanos`. */
      occurred_at?: (number | bigint) | string | null;
      /** @description Kind of memory: 0 episodic (default), 1 semantic. */
      kind?: (0 | 1) | null;
      /** @description Any JSON object of at most 64 KiB and 32 levels. */
      metadata?: Record<string, unknown> | null;
      /** @description Tags: at most 32, each of 1 to 128 characters, without white space at the ends. One that is given twice counts once. */
      tags?: string[] | null;
      /** @description When the memory expires, and is forgotten: Unix nanoseconds or ISO 8601 with a zone. Default 0, never. */
      expires_at_unix_nanos?: (number | bigint) | string | null;
      /** @description Alias of `expires_at_unix_nanos`. */
      expires_at?: (number | bigint) | string | null;
      /** @description True: the memory never expires. Default false. */
      pinned?: boolean | null;
      /** @description `content`: do not store a text again that the scope already has; return the stored memory. Default `none`. */
      dedupe?: ('none' | 'content') | null;
    };
    MemoryCreationResult: {
      /** @description Memory id: a 128-bit integer as a decimal string. */
      memory_id: string;
      /** @description True if no memory was stored: the request is a duplicate. */
      was_deduplicated: boolean;
      /** @description Estimated importance of the text. */
      salience: number;
      /**
       * @description 0 episodic, 1 semantic, 2 consolidated.
       * @enum {integer}
       */
      kind: 0 | 1 | 2;
      /**
       * Format: int64
       * @description Unix time in nanoseconds; 0 means unset.
       */
      created_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      created_at: string | null;
      /** @description Number of links created with the memory: `followed_by` from the previous memory of its session. */
      auto_edges_added: number;
    };
    Memory: {
      /** @description Memory id: a 128-bit integer as a decimal string. */
      memory_id: string;
      text: string;
      /**
       * @description 0 episodic, 1 semantic, 2 consolidated.
       * @enum {integer}
       */
      kind: 0 | 1 | 2;
      /**
       * @description 0 active, 1 forgotten.
       * @enum {integer}
       */
      state: 0 | 1;
      /** @description Session that the caller chooses: an unsigned 64-bit integer, or a text of 1 to 255 characters. 42 and `"42"` are one session. */
      session: bigint | string | null;
      speaker: string | null;
      /** @description Role of the speaker, such as `user`; null if unknown. */
      role: string | null;
      /** @description Metadata as the caller gave it; null without any. Integers are exact. */
      metadata: {
        [key: string]: unknown;
      } | null;
      /** @description Tags in the order of the caller. */
      tags: string[];
      /**
       * Format: int64
       * @description Unix time in nanoseconds; 0 means unset.
       */
      created_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      created_at: string | null;
      /**
       * Format: int64
       * @description Unix time in nanoseconds; 0 means unset.
       */
      occurred_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `occurred_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      occurred_at: string | null;
      /**
       * Format: int64
       * @description Last recall of the memory, in Unix nanoseconds; 0 means never.
       */
      last_accessed_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `last_accessed_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      last_accessed_at: string | null;
      /** @description Estimated importance of the text. */
      salience: number;
      /** @description Number of recalls that returned the memory. */
      access_count: number;
      /** @description Number of statements that the memory makes; a candidate is none. */
      statement_count: number;
      /** @description Number of entities that the memory mentions. */
      entity_count: number;
      /** @description Number of relations that the memory claims; a candidate is none. */
      relation_count: number;
      /**
       * @description State of extraction. `partial`: the LLM stage is still to come.
       * @enum {unknown}
       */
      extraction: 'pending' | 'done' | 'partial' | 'failed';
      /** @description Number of the version: each change makes a new one. */
      version: number;
      /** @description Whether the memory never expires. */
      pinned: boolean;
      /**
       * Format: int64
       * @description When the memory expires, in Unix nanoseconds; 0 means never.
       */
      expires_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `expires_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      expires_at: string | null;
    };
    MemoryPage: {
      items: components['schemas']['Memory'][];
      /** @description Cursor of the next page; absent on the last page. */
      next_cursor?: string;
    };
    ForgetMemory: {
      /** @description Memory id: a 128-bit integer as a decimal string. */
      memory_id?: string | null;
      /** @description True erases the text at once. Default false: the text is erased after 7 days. */
      hard?: boolean | null;
      filter?: {
        /** @description Conditions on fields at the top level of the metadata: a value, `{"in": […]}`, or a range of numbers or texts by `gt`, `gte`, `lt` and `lte`. Numbers are compared exactly, texts by code points. */
        metadata?: {
          [key: string]:
            | (string | number | boolean | null)
            | {
                in?: (string | number | boolean | null)[];
                gt?: string | number;
                gte?: string | number;
                lt?: string | number;
                lte?: string | number;
              };
        } | null;
        tags?: {
          /** @description Memories with one of these tags. */
          any?: string[] | null;
          /** @description Memories with all of these tags. */
          all?: string[] | null;
        } | null;
        /** @description Only memories of this session. */
        session?: (number | bigint) | string | null;
        /** @description Only memories of this speaker. */
        speaker?: string | null;
        /** @description Only memories of this role. */
        role?: ('user' | 'assistant' | 'system' | 'tool') | null;
        /** @description Only memories of this kind. */
        kind?: (0 | 1 | 2) | null;
        /** @description Only memories that are pinned, or only those that are not. */
        pinned?: boolean | null;
        /** @description Only memories from this event time on; 0 means no bound. */
        since?: (number | bigint) | string | null;
        /** @description Only memories up to this event time; 0 means no bound. */
        until?: (number | bigint) | string | null;
      } | null;
      /** @description True, instead of a filter: all memories. */
      all?: boolean | null;
      /** @description True: only tell which memories would be forgotten. With `filter` or `all`. */
      dry_run?: boolean | null;
    };
    ForgetResult: {
      /** @description Memory id: a 128-bit integer as a decimal string. */
      memory_id: string;
      was_already_forgotten: boolean;
      /** @description Number of links removed with the memory, in both directions. */
      edges_removed: number;
    };
    ForgottenMemories: {
      /** @description Number of memories forgotten, at most 500; in a dry run, that would be. */
      count: number;
      /** @description The first 100 of them, oldest first. */
      memory_ids: string[];
      dry_run: boolean;
      /** @description Number of links removed with the memories. Absent in a dry run. */
      edges_removed?: number;
      /** @description True if more memories pass: send the request again, under another key. */
      more: boolean;
    };
    StageReport: {
      /** @enum {unknown} */
      stage: 'pattern' | 'classifier' | 'llm';
      version: string;
      /** @enum {unknown} */
      state: 'done' | 'partial' | 'skipped' | 'failed';
      mentions: number;
      relations: number;
      statements: number;
      duration_ms: number;
      error?: string;
    };
    InspectedMemory: {
      /** @constant */
      found: true;
      /** @description Memory id: a 128-bit integer as a decimal string. */
      memory_id: string;
      text: string;
      /** @description Metadata as the caller gave it; null without any. Integers are exact. */
      metadata: {
        [key: string]: unknown;
      } | null;
      /** @description Tags in the order of the caller. */
      tags: string[];
      artifact: {
        record: {
          /** @description Memory id: a 128-bit integer as a decimal string. */
          memory_id: string;
          /**
           * @description 0 episodic, 1 semantic, 2 consolidated.
           * @enum {integer}
           */
          kind: 0 | 1 | 2;
          /**
           * @description 0 active, 1 forgotten.
           * @enum {integer}
           */
          state: 0 | 1;
          /** @description Estimated importance of the text. */
          salience: number;
          /**
           * Format: int64
           * @description Unix time in nanoseconds; 0 means unset.
           */
          created_at_unix_nanos: bigint;
          /**
           * Format: date-time
           * @description `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
           */
          created_at: string | null;
          /**
           * Format: int64
           * @description Unix time in nanoseconds; 0 means unset.
           */
          occurred_at_unix_nanos: bigint;
          /**
           * Format: date-time
           * @description `occurred_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
           */
          occurred_at: string | null;
          vector_dim: number;
          /** @description In code points. */
          text_len: number;
        };
        vector: number[];
        keyword_fields: {
          field: string;
          terms: string[];
        }[];
        hype_questions: string[];
        graph: {
          nodes: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @constant */
            kind: 'entity';
            type_qname: string;
            /** @description Whether lists leave it out: its confidence is too low, no fact is about it, and no caller named it. */
            is_candidate: boolean;
          }[];
          edges: {
            /** Format: uuid */
            source: string;
            /** Format: uuid */
            target: string;
            predicate: string;
            /** @enum {unknown} */
            kind: 'relation' | 'fact';
            confidence: number;
            /**
             * Format: int64
             * @description Unix time in nanoseconds; 0 means unset.
             */
            event_at_unix_nanos?: bigint;
            /**
             * Format: date-time
             * @description `event_at_unix_nanos` as ISO 8601.
             */
            event_at?: string;
            /**
             * Format: int64
             * @description Unix time in nanoseconds; 0 means unset.
             */
            valid_to_unix_nanos?: bigint;
            /**
             * Format: date-time
             * @description `valid_to_unix_nanos` as ISO 8601.
             */
            valid_to?: string;
            /**
             * @description Present while weaker claims contradict it.
             * @constant
             */
            unsettled?: true;
          }[];
        };
        /** @description Relations for which the memory is evidence, or that callers state of its candidates. */
        relations: components['schemas']['Relation'][];
        /** @description Statements for which the memory is evidence, or that callers state of its candidates. */
        statements: components['schemas']['Statement'][];
        /** @description Claims of the memory that are too weak to be facts. No other route returns them. */
        candidates: {
          /**
           * Format: uuid
           * @description Id by which an asserted one is confirmed or retracted.
           */
          id?: string;
          /** @description What is claimed, as a sentence. */
          claim: string;
          predicate: string;
          /** @enum {unknown} */
          kind: 'relation' | 'fact';
          /** @description Name of the entity. */
          subject: string;
          /** @description Name of the entity, or the value in words. */
          object: string;
          /**
           * @description `ended`: the memory says that it no longer holds.
           * @enum {unknown}
           */
          polarity: 'asserted' | 'ended';
          confidence: number;
          /** @description Stage that found it. */
          stage: string;
          /**
           * Format: int64
           * @description Unix time in nanoseconds; 0 means unset.
           */
          event_at_unix_nanos?: bigint;
          /**
           * Format: date-time
           * @description `event_at_unix_nanos` as ISO 8601.
           */
          event_at?: string;
        }[];
        /** @description What the LLM said of claims that were too weak to be facts. Absent without any. */
        verdicts?: {
          /** @description What the LLM was asked about, as a sentence. */
          claim: string;
          predicate: string;
          /** @enum {unknown} */
          kind: 'relation' | 'fact';
          /** @description Name as the memory has it. */
          subject: string;
          /** @description Name as the memory has it, or the value in words. */
          object: string;
          /**
           * @description Polarity of the claim before the verdict.
           * @enum {unknown}
           */
          polarity: 'asserted' | 'ended';
          /** @enum {unknown} */
          verdict: 'holds' | 'ended' | 'not_said';
          /** @description Of the claim by the verdict; 0 when it is not said. */
          confidence: number;
          /** @description Versions of the prompts and the model. */
          version: string;
        }[];
        /** @description Memories that said by mistake what this one puts right; at most 100. */
        corrects: string[];
        /** @description Memories that put right what this one said; at most 100. */
        corrected_by: string[];
        /** @description Links of the memory: those from it, then those to it, each at most 100. */
        links: {
          /** @description Memory id: a 128-bit integer as a decimal string. */
          source: string;
          /** @description Memory id: a 128-bit integer as a decimal string. */
          target: string;
          /** @enum {unknown} */
          kind:
            | 'caused'
            | 'followed_by'
            | 'derived_from'
            | 'similar_to'
            | 'contradicts'
            | 'supports'
            | 'references'
            | 'part_of';
          weight: number;
        }[];
        extraction: {
          /**
           * @description State of extraction. `partial`: the LLM stage is still to come.
           * @enum {unknown}
           */
          state: 'pending' | 'done' | 'partial' | 'failed';
          stages: components['schemas']['StageReport'][];
          mentions: {
            /** Format: uuid */
            entity_id: string;
            text: string;
            /** @description In code points. */
            start: number;
            end: number;
            stage: string;
            confidence: number;
          }[];
        };
      };
    };
    MemoryVersion: {
      /** @description Number of the version: each change makes a new one. */
      version: number;
      /**
       * Format: int64
       * @description When the version was made, in Unix nanoseconds.
       */
      created_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      created_at: string | null;
      text?: string | null;
      /** @description Metadata as the caller gave it; null without any. Integers are exact. */
      metadata?: {
        [key: string]: unknown;
      } | null;
      /** @description Tags in the order of the caller. */
      tags?: string[];
      /**
       * Format: int64
       * @description 0 means never.
       */
      expires_at_unix_nanos?: bigint;
      /** @description `expires_at_unix_nanos` as ISO 8601; null for 0. */
      expires_at?: string | null;
      pinned?: boolean;
    };
    MemoryWithVersions: {
      /** @description Memory id: a 128-bit integer as a decimal string. */
      memory_id: string;
      text: string;
      /**
       * @description 0 episodic, 1 semantic, 2 consolidated.
       * @enum {integer}
       */
      kind: 0 | 1 | 2;
      /**
       * @description 0 active, 1 forgotten.
       * @enum {integer}
       */
      state: 0 | 1;
      /** @description Session that the caller chooses: an unsigned 64-bit integer, or a text of 1 to 255 characters. 42 and `"42"` are one session. */
      session: bigint | string | null;
      speaker: string | null;
      /** @description Role of the speaker, such as `user`; null if unknown. */
      role: string | null;
      /** @description Metadata as the caller gave it; null without any. Integers are exact. */
      metadata: {
        [key: string]: unknown;
      } | null;
      /** @description Tags in the order of the caller. */
      tags: string[];
      /**
       * Format: int64
       * @description Unix time in nanoseconds; 0 means unset.
       */
      created_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      created_at: string | null;
      /**
       * Format: int64
       * @description Unix time in nanoseconds; 0 means unset.
       */
      occurred_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `occurred_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      occurred_at: string | null;
      /**
       * Format: int64
       * @description Last recall of the memory, in Unix nanoseconds; 0 means never.
       */
      last_accessed_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `last_accessed_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      last_accessed_at: string | null;
      /** @description Estimated importance of the text. */
      salience: number;
      /** @description Number of recalls that returned the memory. */
      access_count: number;
      /** @description Number of statements that the memory makes; a candidate is none. */
      statement_count: number;
      /** @description Number of entities that the memory mentions. */
      entity_count: number;
      /** @description Number of relations that the memory claims; a candidate is none. */
      relation_count: number;
      /**
       * @description State of extraction. `partial`: the LLM stage is still to come.
       * @enum {unknown}
       */
      extraction: 'pending' | 'done' | 'partial' | 'failed';
      /** @description Number of the version: each change makes a new one. */
      version: number;
      /** @description Whether the memory never expires. */
      pinned: boolean;
      /**
       * Format: int64
       * @description When the memory expires, in Unix nanoseconds; 0 means never.
       */
      expires_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `expires_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      expires_at: string | null;
      /** @description Versions, newest first, each with the fields that it set. Only with `versions=true`. */
      versions?: components['schemas']['MemoryVersion'][];
    };
    EncodeMemories: {
      /** @description Memories to store, in their order. */
      items: components['schemas']['BatchItem'][];
    };
    BatchItem: {
      /** @description Text of the memory: at most 1 MiB of UTF-8, not blank. It is stored unchanged. */
      text: string;
      /** @description Name of the speaker, at most 1 KiB. "I" in the text means the speaker; default `user`. */
      speaker?: string | null;
      /** @description Role of the speaker. With `assistant`, `system` or `tool`, "I" in the text is ignored. */
      role?: ('user' | 'assistant' | 'system' | 'tool') | null;
      /** @description Genre of the text, which decides how it is read. By default it is told by the form of the text. */
      genre?: ('chat' | 'note' | 'document' | 'code' | 'data' | 'prose') | null;
      /** @description Session that the caller chooses: an unsigned 64-bit integer, or a text of 1 to 255 characters. 42 and `"42"` are one session. */
      session?: (number | bigint) | string | null;
      /** @description Alias of `session`. */
      context?: (number | bigint) | string | null;
      /** @description Event time, when the text was said: Unix nanoseconds or ISO 8601 with a zone. Default 0, unset. */
      occurred_at_unix_nanos?: (number | bigint) | string | null;
      /** @description Alias of `occurred_at_unix_nanos`. */
      occurred_at?: (number | bigint) | string | null;
      /** @description Kind of memory: 0 episodic (default), 1 semantic. */
      kind?: (0 | 1) | null;
      /** @description Any JSON object of at most 64 KiB and 32 levels. */
      metadata?: Record<string, unknown> | null;
      /** @description Tags: at most 32, each of 1 to 128 characters, without white space at the ends. One that is given twice counts once. */
      tags?: string[] | null;
      /** @description When the memory expires, and is forgotten: Unix nanoseconds or ISO 8601 with a zone. Default 0, never. */
      expires_at_unix_nanos?: (number | bigint) | string | null;
      /** @description Alias of `expires_at_unix_nanos`. */
      expires_at?: (number | bigint) | string | null;
      /** @description True: the memory never expires. Default false. */
      pinned?: boolean | null;
      /** @description `content`: do not store a text again that the scope already has; return the stored memory. Default `none`. */
      dedupe?: ('none' | 'content') | null;
      /** @description Request id of this memory, as `Idempotency-Key` of a single one. Default: one of the batch. */
      request_id?: string | null;
    };
    ReviseMemory: {
      /** @description New text. What the old one gave the graph is taken back, and it is extracted anew. */
      text?: string;
      /** @description Any JSON object of at most 64 KiB and 32 levels. */
      metadata?: Record<string, unknown> | null;
      /** @description Tags: at most 32, each of 1 to 128 characters, without white space at the ends. One that is given twice counts once. */
      tags?: string[] | null;
      /** @description When the memory expires, and is forgotten: Unix nanoseconds or ISO 8601 with a zone. 0 or null: never. */
      expires_at_unix_nanos?: (number | bigint) | string | null;
      /** @description Alias of `expires_at_unix_nanos`. */
      expires_at?: (number | bigint) | string | null;
      /** @description True: the memory never expires. */
      pinned?: boolean;
    };
    BatchResult: {
      /** @description A result for each item, in the order of the items. */
      results: (components['schemas']['MemoryCreationResult'] | components['schemas']['Error'])[];
    };
    RevisionResult: {
      /** @description Memory id: a 128-bit integer as a decimal string. */
      memory_id: string;
      /** @description Number of the version: each change makes a new one. */
      version: number;
      /** @description False if the memory was like that already: it keeps its version. */
      was_changed: boolean;
    };
    RecallRequest: {
      /** @description Query: a question or search terms, not blank. Required here or as `cue`. */
      query?: string | null;
      /** @description Alias of `query`. */
      cue?: string | null;
      /** @description Maximum number of memories. Default 10; values outside 1 to 1000 are clamped. */
      max_results?: number | null;
      /** @description Only memories of this session. */
      session?: (number | bigint) | string | null;
      /** @description Only memories from this event time on: Unix nanoseconds or ISO 8601 with a zone; 0 means no bound. */
      since_unix_nanos?: (number | bigint) | string | null;
      /** @description Alias of `since_unix_nanos`. */
      since?: (number | bigint) | string | null;
      /** @description Only memories up to this event time: Unix nanoseconds or ISO 8601 with a zone; 0 means no bound. */
      until_unix_nanos?: (number | bigint) | string | null;
      /** @description Alias of `until_unix_nanos`. */
      until?: (number | bigint) | string | null;
      /** @description Only memories that mention this entity, given by its id or by a name that resolves to it. */
      subject?: string | null;
      filter?: {
        /** @description Conditions on fields at the top level of the metadata: a value, `{"in": […]}`, or a range of numbers or texts by `gt`, `gte`, `lt` and `lte`. Numbers are compared exactly, texts by code points. */
        metadata?: {
          [key: string]:
            | (string | number | boolean | null)
            | {
                in?: (string | number | boolean | null)[];
                gt?: string | number;
                gte?: string | number;
                lt?: string | number;
                lte?: string | number;
              };
        } | null;
        tags?: {
          /** @description Memories with one of these tags. */
          any?: string[] | null;
          /** @description Memories with all of these tags. */
          all?: string[] | null;
        } | null;
        /** @description Only memories of this session. */
        session?: (number | bigint) | string | null;
        /** @description Only memories of this speaker. */
        speaker?: string | null;
        /** @description Only memories of this role. */
        role?: ('user' | 'assistant' | 'system' | 'tool') | null;
        /** @description Only memories of this kind. */
        kind?: (0 | 1 | 2) | null;
        /** @description Only memories that are pinned, or only those that are not. */
        pinned?: boolean | null;
        /** @description Only memories from this event time on; 0 means no bound. */
        since?: (number | bigint) | string | null;
        /** @description Only memories up to this event time; 0 means no bound. */
        until?: (number | bigint) | string | null;
      } | null;
      /** @description Retrievers to use. Default: all. */
      retrievers?: ('lexical' | 'dense' | 'entity_graph' | 'time' | 'recency')[] | null;
      /** @description Minimum confidence of a memory. Default 0. */
      min_confidence?: number | null;
      /** @description Only memories of this kind. */
      kind?: (0 | 1 | 2) | null;
      /** @description `context` adds `context`, one text to put into a prompt. Default `memories`. */
      format?: ('memories' | 'context') | null;
      /** @description Maximum length of `context`, in tokens of o200k_base. Default 1000; values outside 1 to 100000 are clamped. */
      max_tokens?: number | null;
      /** @description Maximum number of facts in `context`. Default 5; values outside 1 to 20 are clamped. */
      max_facts?: number | null;
      /** @description Whether each line of `context` begins with the id of its fact, such as `[relation:…]`, or of its memory. Default false. */
      context_ids?: boolean | null;
      /** @description Minimum confidence of a fact in `context`. Default 0: every fact is as certain as the deployment requires. */
      min_fact_confidence?: number | null;
      /** @description Whether the neighbours of a match in its session may be returned too. Default true. */
      neighbours?: boolean | null;
      /** @description Whether to return `trace`. Default false. */
      include_trace?: boolean | null;
    };
    RecalledMemory: {
      /** @description Memory id: a 128-bit integer as a decimal string. */
      memory_id: string;
      text: string;
      /** @description Score relative to the first memory, which has 1. */
      similarity_score: number;
      /** @description How much of the query the memory supports. */
      confidence: number;
      salience: number;
      kind: number;
      /**
       * Format: int64
       * @description Unix time in nanoseconds; 0 means unset.
       */
      created_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      created_at: string | null;
      /**
       * Format: int64
       * @description Unix time in nanoseconds; 0 means unset.
       */
      occurred_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `occurred_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      occurred_at: string | null;
      /** @description Session that the caller chooses: an unsigned 64-bit integer, or a text of 1 to 255 characters. 42 and `"42"` are one session. */
      session: bigint | string | null;
      speaker: string | null;
      /** @description Role of the speaker, such as `user`; null if unknown. */
      role: string | null;
      /** @description Metadata as the caller gave it; null without any. Integers are exact. */
      metadata: {
        [key: string]: unknown;
      } | null;
      /** @description Tags in the order of the caller. */
      tags: string[];
      /** @description Retrievers that found the memory. */
      retrievers: ('lexical' | 'dense' | 'entity_graph' | 'time' | 'recency')[];
      /** @description Of a text of more than 1,000 bytes, the passage that matches the query best: offsets in code points, `end` exclusive. */
      passage?: {
        start: number;
        end: number;
      };
      /** @description Entities that the memory mentions. */
      entities: {
        /** Format: uuid */
        entity_id: string;
        canonical_name: string;
      }[];
    };
    ContextFact: {
      /** @description Id of the relation or statement. */
      id: string;
      /** @enum {unknown} */
      kind: 'relation' | 'statement';
      /** @description Sentence, as it stands in `context`. */
      text: string;
      confidence: number;
      /** @description Memories that assert it. */
      memory_ids: string[];
    };
    Recall: {
      /**
       * @description Whether one memory answers the query, many do, or none does.
       * @enum {unknown}
       */
      answer_kind: 'single' | 'many' | 'none';
      /**
       * @description With `none`: no memory is stored, the filters pass none, or those that pass probably contain no answer.
       * @enum {unknown}
       */
      none_because?: 'nothing_stored' | 'filter_excludes_all' | 'not_found';
      /** @description Memories, best first. */
      memories: components['schemas']['RecalledMemory'][];
      /** @description True if the last memories were left out because the response would exceed 4 MiB. */
      truncated?: boolean;
      /** @description Text for a prompt: facts to the point of the query with their dates, then the memories in order of time. With `format: context`. */
      context?: string;
      /** @description The facts in `context`, in the same order. With `format: context`. */
      facts?: components['schemas']['ContextFact'][];
      /** @description JSON in a string: terms, candidates of each retriever, and scores. With `include_trace`. */
      trace?: string;
    };
    PlanRequest: {
      /** @description Start of the path: a memory, or a text for which up to five matching memories are searched. */
      start:
        | {
            /** @description Text of at most 64 KiB, not blank. */
            text: string;
          }
        | {
            /** @description Memory id: a 128-bit integer as a decimal string. */
            memory_id: string;
          };
      /** @description Goal of the path, in the same form. */
      goal:
        | {
            /** @description Text of at most 64 KiB, not blank. */
            text: string;
          }
        | {
            /** @description Memory id: a 128-bit integer as a decimal string. */
            memory_id: string;
          };
      /** @description Maximum number of memories on the path, both ends included. Default 8; values outside 1 to 64 are clamped. */
      max_steps?: number | null;
      /** @description Time limit of the search, in milliseconds. Default 5000; values outside 1 to 30000 are clamped. */
      max_wall_time_ms?: number | null;
      /** @description Maximum number of edges followed from each memory. Default 32; values outside 1 to 256 are clamped. */
      max_branches?: number | null;
      /** @description Search algorithm. Both values select A*. */
      strategy?: ('auto' | 'a_star') | null;
    };
    Plan: {
      /** @description Memories on the path, in order. Empty if there is no path within the limits. */
      steps: {
        /** @description Position on the path, from 0. */
        step_index: number;
        /** @description Memory id: a 128-bit integer as a decimal string. */
        memory_id: string;
        text: string;
        /**
         * @description Edge by which the path reaches this memory.
         * @enum {unknown}
         */
        transition_kind: 'initial' | 'causal' | 'temporal' | 'similarity' | 'entity';
        /** @description Strength of that edge. */
        confidence: number;
        /** @description Share of the goal's terms, weighted by rarity, that the memory lacks; 0 at a goal. */
        estimated_distance_to_goal: number;
      }[];
    };
    ReasonRequest: {
      /** @description Observation to reason about: a memory, or a text. */
      observation:
        | {
            /** @description Text of at most 64 KiB, not blank. */
            text: string;
          }
        | {
            /** @description Memory id: a 128-bit integer as a decimal string. */
            memory_id: string;
          };
      /** @description Maximum number of hops in the graph. Default 3; values outside 1 to 5 are clamped. */
      depth?: number | null;
      /** @description Minimum confidence of an inference. Default 0.5. */
      confidence_threshold?: number | null;
      /** @description Maximum number of inferences; the most confident are returned. Default 10; values outside 1 to 100 are clamped. */
      max_inferences?: number | null;
      /** @description Time limit in milliseconds; then the evidence gathered so far is evaluated. Default 5000; values outside 1 to 30000 are clamped. */
      budget_wall_time_ms?: number | null;
    };
    Reasoning: {
      /** @description Inferences, the most confident first. */
      inferences: {
        /** @description Position in the list, from 0. */
        step_index: number;
        /** @description The inference as a sentence. */
        claim: string;
        /** @description Memories that support the claim. */
        supporting_memories: string[];
        /** @description Memories that contradict the claim. */
        contradicting_memories: string[];
        confidence: number;
        /**
         * @description How the claim was inferred.
         * @enum {unknown}
         */
        inference_kind: 'causal_explanation' | 'evidence_accumulation' | 'analogical_inference';
      }[];
    };
    CreateEntity: {
      entity_type_id: number;
      /** @description Name of the entity, at most 1 KiB. White space is normalized. */
      canonical_name: string;
      /** @description Other names of the entity. */
      aliases?: string[] | null;
    };
    ResolveEntity: {
      /** @description Name to resolve, at most 1 KiB. */
      candidate_name: string;
      /** @description Text around the name, at most 64 KiB. It helps to choose between entities. */
      resolution_context?: string | null;
      /** @description Alias of `resolution_context`. */
      context?: string | null;
      /** @description Only entities of this type, given by its id or its name. */
      type_hint?: number | string | null;
      /** @description Whether to create the entity if none has the name. Default false. */
      allow_create?: boolean | null;
    };
    Resolution: {
      /**
       * @description Whether one entity was found, one was created, several are equally likely, or none has the name.
       * @enum {unknown}
       */
      outcome: 'resolved' | 'created' | 'ambiguous' | 'not_found';
      /** @description How the name was matched: 1 exact or alias, 2 spelling, 3 context, 4 LLM (unused), 5 created; null if not found. */
      tier: number | null;
      /** @description Confidence of the best match; 0 if not found. */
      confidence: number;
      /**
       * Format: uuid
       * @description The entity; null if ambiguous or not found.
       */
      entity_id: string | null;
      /** @description Candidates, the most likely first; at most 20. */
      candidate_ids: string[];
    };
    Unlink: {
      /** @description Memory id: a 128-bit integer as a decimal string. */
      source: string;
      /** @description Memory id: a 128-bit integer as a decimal string. */
      target: string;
      /** @enum {unknown} */
      kind:
        | 'caused'
        | 'followed_by'
        | 'derived_from'
        | 'similar_to'
        | 'contradicts'
        | 'supports'
        | 'references'
        | 'part_of';
    };
    Link: {
      /** @description Memory id: a 128-bit integer as a decimal string. */
      source: string;
      /** @description Memory id: a 128-bit integer as a decimal string. */
      target: string;
      /** @enum {unknown} */
      kind:
        | 'caused'
        | 'followed_by'
        | 'derived_from'
        | 'similar_to'
        | 'contradicts'
        | 'supports'
        | 'references'
        | 'part_of';
      /** @description Weight of the link. Default 1. Only `contradicts` allows negative weights. */
      weight?: number | null;
    };
    LinkResult: {
      /** @description Memory id: a 128-bit integer as a decimal string. */
      source: string;
      /** @description Memory id: a 128-bit integer as a decimal string. */
      target: string;
      /** @enum {unknown} */
      kind:
        | 'caused'
        | 'followed_by'
        | 'derived_from'
        | 'similar_to'
        | 'contradicts'
        | 'supports'
        | 'references'
        | 'part_of';
      weight: number;
      /**
       * Format: int64
       * @description Unix time in nanoseconds; 0 means unset.
       */
      created_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      created_at: string | null;
      /** @description True if the link existed; it keeps its weight. */
      already_existed: boolean;
    };
    UnlinkResult: {
      /** @description Memory id: a 128-bit integer as a decimal string. */
      source: string;
      /** @description Memory id: a 128-bit integer as a decimal string. */
      target: string;
      /** @enum {unknown} */
      kind:
        | 'caused'
        | 'followed_by'
        | 'derived_from'
        | 'similar_to'
        | 'contradicts'
        | 'supports'
        | 'references'
        | 'part_of';
      /** @description False if there was no such link. */
      removed: boolean;
    };
    Entity: {
      /** Format: uuid */
      entity_id: string;
      entity_type_id: number;
      canonical_name: string;
      /** @description Other names of the entity. */
      aliases: string[];
      /** @description Number of mentions in memories. */
      mention_count: number;
      /** @description Probability that it is a named thing of its type. */
      confidence: number;
      /** @description Whether lists leave it out: its confidence is too low, no fact is about it, and no caller named it. */
      is_candidate: boolean;
      /**
       * Format: uuid
       * @description Entity that this one is merged into; null if it is not merged.
       */
      merged_into: string | null;
      entity_type: string;
      /**
       * Format: int64
       * @description Unix time in nanoseconds; 0 means unset.
       */
      created_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      created_at: string | null;
      /**
       * Format: int64
       * @description Unix time in nanoseconds; 0 means unset.
       */
      updated_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `updated_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      updated_at: string | null;
    };
    ResolvedEntity: {
      /** Format: uuid */
      entity_id: string;
      entity_type_id: number;
      canonical_name: string;
      /** @description Other names of the entity. */
      aliases: string[];
      /** @description Number of mentions in memories. */
      mention_count: number;
      /** @description Probability that it is a named thing of its type. */
      confidence: number;
      /** @description Whether lists leave it out: its confidence is too low, no fact is about it, and no caller named it. */
      is_candidate: boolean;
      /**
       * Format: uuid
       * @description Entity that this one is merged into; null if it is not merged.
       */
      merged_into: string | null;
      entity_type: string;
      /**
       * Format: int64
       * @description Unix time in nanoseconds; 0 means unset.
       */
      created_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      created_at: string | null;
      /**
       * Format: int64
       * @description Unix time in nanoseconds; 0 means unset.
       */
      updated_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `updated_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      updated_at: string | null;
      /** @description Ids merged into the entity; present if it was requested by one of them. */
      resolved_from?: string[];
    };
    EntityList: {
      entities: components['schemas']['Entity'][];
      count: number;
      /** @description True if the list was cut because the response would exceed 4 MiB. */
      truncated?: boolean;
    };
    Relation: {
      /** Format: uuid */
      relation_id: string;
      relation_type: string;
      relation_type_id: number;
      /** Format: uuid */
      from_entity: string;
      /** Format: uuid */
      to_entity: string;
      /** @description Canonical name of `from_entity`. */
      from_name: string;
      /** @description Canonical name of `to_entity`. */
      to_name: string;
      confidence: number;
      /** @description How often memories say so; what callers decide is not counted. */
      mention_count: number;
      /**
       * Format: int64
       * @description Unix time in nanoseconds; 0 means unset.
       */
      valid_from_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `valid_from_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      valid_from: string | null;
      /**
       * Format: int64
       * @description End of validity in Unix nanoseconds; 0 if it still holds. That of an age may be to come: a year after it was last told.
       */
      valid_to_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `valid_to_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      valid_to: string | null;
      /** @description True while later, weaker claims contradict it: it is given neither as current nor as ended. */
      unsettled: boolean;
      is_symmetric: boolean;
      /** @description Always false: what is forgotten is deleted. */
      tombstoned: boolean;
      /**
       * Format: uuid
       * @description The later one that replaced it; null if there is none.
       */
      superseded_by: string | null;
      /**
       * @description Who says so: memories, or a caller who confirmed or asserted it.
       * @enum {unknown}
       */
      source: 'read' | 'confirmed' | 'asserted';
      /** @description Memories that state it; at most 1,000. Empty if only a caller does. */
      memory_ids: string[];
    };
    RelationList: {
      relations: components['schemas']['Relation'][];
      count: number;
      /** @description True if the list was cut because the response would exceed 4 MiB. */
      truncated?: boolean;
    };
    TraverseRequest: {
      /** @description Direction in which relations are followed. Default `outgoing`. */
      direction?: ('outgoing' | 'incoming' | 'both') | null;
      /** @description Only relations of these types; the prefix `core:` is optional. Default: all types. */
      relation_types?:
        | (
            | 'core:works_at'
            | 'core:reports_to'
            | 'core:member_of'
            | 'core:founded'
            | 'core:studied_at'
            | 'core:works_on'
            | 'core:created'
            | 'core:uses'
            | 'core:owns'
            | 'core:lives_in'
            | 'core:born_in'
            | 'core:visited'
            | 'core:located_in'
            | 'core:part_of'
            | 'core:attended'
            | 'core:spouse_of'
            | 'core:parent_of'
            | 'core:sibling_of'
            | 'core:family_of'
            | 'core:friend_of'
            | 'core:colleague_of'
            | 'core:knows'
            | 'core:related_to'
          )[]
        | null;
      /** @description Maximum number of hops. Default 3; values outside 1 to 5 are clamped. */
      max_depth?: number | null;
      /** @description Maximum number of entities besides the anchor. Default 100; values outside 1 to 1000 are clamped. */
      max_nodes?: number | null;
      /** @description Whether to follow relations that have ended or are unsettled. Default false. */
      include_superseded?: boolean | null;
    };
    Traversal: {
      paths: {
        steps: {
          /** Format: uuid */
          relation_id: string;
          /** Format: uuid */
          from: string;
          /** Format: uuid */
          to: string;
          relation_type: string;
          /** @description Number of the hop, from 1. */
          depth: number;
        }[];
      }[];
      total_paths: number;
      /** @description True if a limit cut the result. */
      truncated: boolean;
    };
    Statement: {
      /** Format: uuid */
      statement_id: string;
      /** @enum {unknown} */
      kind: 'preference' | 'attribute' | 'fact' | 'event' | 'directive';
      /** Format: uuid */
      subject: string;
      /** @description Canonical name of the subject. */
      subject_name: string;
      predicate: string;
      object:
        | {
            /** @constant */
            kind: 'entity';
            /** Format: uuid */
            id: string;
            /** @description Canonical name; null if nothing names it any more. */
            name: string | null;
          }
        | {
            /** @constant */
            kind: 'value';
            value:
              | {
                  /** @constant */
                  type: 'text';
                  value: string;
                }
              | {
                  /** @enum {unknown} */
                  type: 'integer' | 'unix_nanos';
                  value: number | bigint;
                }
              | {
                  /** @constant */
                  type: 'float';
                  value: number;
                }
              | {
                  /** @constant */
                  type: 'bool';
                  value: boolean;
                };
          };
      /** @description The statement as a sentence. */
      text: string;
      confidence: number;
      /** @description How often memories say so; what callers decide is not counted. */
      mention_count: number;
      /**
       * Format: int64
       * @description Unix time in nanoseconds; 0 means unset.
       */
      event_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `event_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      event_at: string | null;
      /**
       * Format: int64
       * @description Unix time in nanoseconds; 0 means unset.
       */
      valid_from_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `valid_from_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      valid_from: string | null;
      /**
       * Format: int64
       * @description End of validity in Unix nanoseconds; 0 if it still holds. That of an age may be to come: a year after it was last told.
       */
      valid_to_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `valid_to_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      valid_to: string | null;
      /** @description True while later, weaker claims contradict it: it is given neither as current nor as ended. */
      unsettled: boolean;
      /** @description Always false: what is forgotten is deleted. */
      tombstoned: boolean;
      /**
       * Format: uuid
       * @description The later one that replaced it; null if there is none.
       */
      superseded_by: string | null;
      /**
       * @description Who says so: memories, or a caller who confirmed or asserted it.
       * @enum {unknown}
       */
      source: 'read' | 'confirmed' | 'asserted';
      /** @description Memories that state it; at most 1,000. Empty if only a caller does. */
      memory_ids: string[];
    };
    StatementList: {
      statements: components['schemas']['Statement'][];
      count: number;
      /** @description True if the list was cut because the response would exceed 4 MiB. */
      truncated?: boolean;
    };
    GraphPage: {
      nodes: {
        id: string;
        /** @enum {unknown} */
        kind: 'entity' | 'statement' | 'memory';
        label: string;
        type_qname: string;
      }[];
      edges: {
        from_id: string;
        to_id: string;
        /** @enum {unknown} */
        kind:
          | 'relation'
          | 'fact'
          | 'has_statement'
          | 'mentions'
          | 'caused'
          | 'followed_by'
          | 'derived_from'
          | 'similar_to'
          | 'contradicts'
          | 'supports'
          | 'references'
          | 'part_of';
        label: string;
      }[];
      /** @description Cursor of the next page; absent on the last page. */
      next_cursor?: string;
    };
    AssertRelation: {
      /** @enum {unknown} */
      relation_type:
        | 'core:works_at'
        | 'core:reports_to'
        | 'core:member_of'
        | 'core:founded'
        | 'core:studied_at'
        | 'core:works_on'
        | 'core:created'
        | 'core:uses'
        | 'core:owns'
        | 'core:lives_in'
        | 'core:born_in'
        | 'core:visited'
        | 'core:located_in'
        | 'core:part_of'
        | 'core:attended'
        | 'core:spouse_of'
        | 'core:parent_of'
        | 'core:sibling_of'
        | 'core:family_of'
        | 'core:friend_of'
        | 'core:colleague_of'
        | 'core:knows'
        | 'core:related_to';
      /**
       * Format: uuid
       * @description Entity at the start of the relation.
       */
      from_entity: string;
      /**
       * Format: uuid
       * @description Entity at its end.
       */
      to_entity: string;
      /** @description Since when it holds. Default: from now on, or unknown if `valid_to` is given. */
      valid_from?: (number | bigint) | string | null;
      /** @description Alias of `valid_from`. */
      valid_from_unix_nanos?: (number | bigint) | string | null;
      /** @description When it ended. Default: it holds. */
      valid_to?: (number | bigint) | string | null;
      /** @description Alias of `valid_to`. */
      valid_to_unix_nanos?: (number | bigint) | string | null;
      /** @description Why, for people who read the log; at most 1 KiB. It is kept until the scope is erased. */
      reason?: string | null;
    };
    AssertStatement: {
      /**
       * Format: uuid
       * @description Entity that the statement is about.
       */
      subject: string;
      /** @enum {unknown} */
      predicate:
        | 'core:likes'
        | 'core:dislikes'
        | 'core:prefers'
        | 'core:favourite'
        | 'core:occupation'
        | 'core:age'
        | 'core:birthday'
        | 'core:nationality'
        | 'core:email'
        | 'core:phone'
        | 'core:nickname'
        | 'core:diet'
        | 'core:height'
        | 'core:status'
        | 'core:speaks'
        | 'core:allergic_to'
        | 'core:has_condition'
        | 'core:has_skill'
        | 'core:hobby'
        | 'core:has'
        | 'core:did'
        | 'core:plans'
        | 'core:instruction';
      /** @description A text of at most 4 KiB, a number, true or false, or an object as `GET /v1/statements` returns it. */
      object:
        | string
        | number
        | boolean
        | {
            /** @constant */
            kind: 'entity';
            /** Format: uuid */
            id: string;
          }
        | {
            /** @constant */
            kind: 'value';
            value: Record<string, unknown>;
          };
      /** @description Kind of the statement, which follows from its predicate. */
      kind?: ('preference' | 'attribute' | 'fact' | 'event' | 'directive') | null;
      /** @description The statement as a sentence. Default: worded by its predicate. */
      text?: string | null;
      /** @description Since when it holds. Default: from now on, or unknown if `valid_to` is given. */
      valid_from?: (number | bigint) | string | null;
      /** @description Alias of `valid_from`. */
      valid_from_unix_nanos?: (number | bigint) | string | null;
      /** @description When it ended. Default: it holds. */
      valid_to?: (number | bigint) | string | null;
      /** @description Alias of `valid_to`. */
      valid_to_unix_nanos?: (number | bigint) | string | null;
      /** @description Why, for people who read the log; at most 1 KiB. It is kept until the scope is erased. */
      reason?: string | null;
    };
    JudgeFact: {
      /** @description Why, for people who read the log; at most 1 KiB. It is kept until the scope is erased. */
      reason?: string | null;
    };
    CorrectEntity: {
      /** @description Name that the entity has from now on, at most 1 KiB. White space is normalized. */
      canonical_name?: string;
      entity_type_id?: number;
    };
    MergeEntity: {
      /**
       * Format: uuid
       * @description Entity that it is.
       */
      into: string;
    };
    SplitEntity: {
      /** @description Name of the entity, at most 1 KiB, that is the name of another one. */
      name: string;
    };
    EntityProfile: {
      entity: components['schemas']['ResolvedEntity'];
      /** @description What holds now, the surest first; at most 100. */
      facts: {
        /**
         * Format: uuid
         * @description Id of the relation or statement.
         */
        id: string;
        /** @enum {unknown} */
        kind: 'relation' | 'statement';
        /** @description The fact as a sentence, with its days. */
        text: string;
        confidence: number;
        /**
         * Format: int64
         * @description Unix time in nanoseconds; 0 means unset.
         */
        valid_from_unix_nanos: bigint;
        /**
         * Format: date-time
         * @description `valid_from_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
         */
        valid_from: string | null;
        /**
         * Format: int64
         * @description End of validity in Unix nanoseconds; 0 if it still holds. That of an age may be to come: a year after it was last told.
         */
        valid_to_unix_nanos: bigint;
        /**
         * Format: date-time
         * @description `valid_to_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
         */
        valid_to: string | null;
        /** @description Memories that state it; of many, the first and the last. */
        memory_ids: string[];
      }[];
      /** @description What holds and what held, by its beginning; the last 200. */
      timeline: {
        /**
         * Format: uuid
         * @description Id of the relation or statement.
         */
        id: string;
        /** @enum {unknown} */
        kind: 'relation' | 'statement';
        /** @description The fact as a sentence, with its days. */
        text: string;
        confidence: number;
        /**
         * Format: int64
         * @description Unix time in nanoseconds; 0 means unset.
         */
        valid_from_unix_nanos: bigint;
        /**
         * Format: date-time
         * @description `valid_from_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
         */
        valid_from: string | null;
        /**
         * Format: int64
         * @description End of validity in Unix nanoseconds; 0 if it still holds. That of an age may be to come: a year after it was last told.
         */
        valid_to_unix_nanos: bigint;
        /**
         * Format: date-time
         * @description `valid_to_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
         */
        valid_to: string | null;
        /** @description Memories that state it; of many, the first and the last. */
        memory_ids: string[];
      }[];
      /** @description Memories that mention it, the newest first; at most 20. */
      memories: {
        /** @description Memory id: a 128-bit integer as a decimal string. */
        memory_id: string;
        /** @description The text, or the beginning of a long one. */
        text: string;
        speaker: string | null;
        /**
         * Format: int64
         * @description Unix time in nanoseconds; 0 means unset.
         */
        created_at_unix_nanos: bigint;
        /**
         * Format: date-time
         * @description `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
         */
        created_at: string | null;
        /**
         * Format: int64
         * @description Unix time in nanoseconds; 0 means unset.
         */
        occurred_at_unix_nanos: bigint;
        /**
         * Format: date-time
         * @description `occurred_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
         */
        occurred_at: string | null;
      }[];
      /** @description The profile as a text for a prompt; present with `format=text`. */
      text?: string;
    };
    RetractionList: {
      retractions: {
        /**
         * Format: uuid
         * @description Id that the relation or statement had, by which it can be confirmed.
         */
        id: string;
        /** @enum {unknown} */
        kind: 'relation' | 'statement';
        predicate: string;
        /** Format: uuid */
        subject: string;
        /** @description Canonical name. */
        subject_name: string;
        object:
          | {
              /** @constant */
              kind: 'entity';
              /** Format: uuid */
              id: string;
              /** @description Canonical name; null if nothing names it any more. */
              name: string | null;
            }
          | {
              /** @constant */
              kind: 'value';
              value:
                | {
                    /** @constant */
                    type: 'text';
                    value: string;
                  }
                | {
                    /** @enum {unknown} */
                    type: 'integer' | 'unix_nanos';
                    value: number | bigint;
                  }
                | {
                    /** @constant */
                    type: 'float';
                    value: number;
                  }
                | {
                    /** @constant */
                    type: 'bool';
                    value: boolean;
                  };
            };
        /** @description The fact as a sentence. */
        text: string;
        /**
         * Format: int64
         * @description Unix time in nanoseconds; 0 means unset.
         */
        valid_from_unix_nanos: bigint;
        /**
         * Format: date-time
         * @description `valid_from_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
         */
        valid_from: string | null;
        /**
         * Format: int64
         * @description Unix time in nanoseconds; 0 means unset.
         */
        valid_to_unix_nanos: bigint;
        /**
         * Format: date-time
         * @description `valid_to_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
         */
        valid_to: string | null;
        /**
         * Format: int64
         * @description Unix time in nanoseconds; 0 means unset.
         */
        retracted_at_unix_nanos: bigint;
        /**
         * Format: date-time
         * @description `retracted_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
         */
        retracted_at: string | null;
        /** @description Reason that the caller gave. */
        reason: string | null;
      }[];
      count: number;
      /** @description True if the list was cut because the response would exceed 4 MiB. */
      truncated?: boolean;
    };
    RetractedRelation: {
      /** @constant */
      retracted: true;
      /** Format: uuid */
      relation_id: string;
    };
    RetractedStatement: {
      /** @constant */
      retracted: true;
      /** Format: uuid */
      statement_id: string;
    };
    CreateWebhook: {
      /**
       * Format: uri
       * @description Where events are posted: an https URL of the public Internet.
       */
      url: string;
      /** @description Only events of these types. All, if absent. */
      types?:
        | (
            | 'MemoryEncoded'
            | 'MemoryRevised'
            | 'MemoryForgotten'
            | 'MemoryExtracted'
            | 'MemoryExtractionFailed'
            | 'GraphUpdated'
            | 'MemoriesLinked'
            | 'MemoriesUnlinked'
            | 'EntityCreated'
            | 'NameAssigned'
            | 'EntityCorrected'
            | 'FactAsserted'
            | 'FactConfirmed'
            | 'FactRetracted'
            | 'MemoryRestored'
            | 'ScopeErased'
          )[]
        | null;
      /** @description Key of the signatures, `whsec_` and the base64 of 24 to 64 bytes. Default: a new one. */
      secret?: string | null;
    };
    Webhook: {
      /** Format: uuid */
      webhook_id: string;
      url: string;
      /** @description Types that are sent; null: all. */
      types:
        | (
            | 'MemoryEncoded'
            | 'MemoryRevised'
            | 'MemoryForgotten'
            | 'MemoryExtracted'
            | 'MemoryExtractionFailed'
            | 'GraphUpdated'
            | 'MemoriesLinked'
            | 'MemoriesUnlinked'
            | 'EntityCreated'
            | 'NameAssigned'
            | 'EntityCorrected'
            | 'FactAsserted'
            | 'FactConfirmed'
            | 'FactRetracted'
            | 'MemoryRestored'
            | 'ScopeErased'
          )[]
        | null;
      /**
       * @description `dead` once it has failed too often, until it is resumed.
       * @enum {unknown}
       */
      state: 'active' | 'dead';
      /** @description Failed attempts since the last delivery. */
      failures: number;
      /** @description Why the last attempt failed, such as `status 500`; null: it did not. */
      last_error: string | null;
      /**
       * Format: int64
       * @description Last delivery; 0 means none.
       */
      last_delivered_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `last_delivered_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      last_delivered_at: string | null;
      /**
       * Format: int64
       * @description Unix time in nanoseconds; 0 means unset.
       */
      created_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      created_at: string | null;
    };
    CreatedWebhook: {
      /** Format: uuid */
      webhook_id: string;
      url: string;
      /** @description Types that are sent; null: all. */
      types:
        | (
            | 'MemoryEncoded'
            | 'MemoryRevised'
            | 'MemoryForgotten'
            | 'MemoryExtracted'
            | 'MemoryExtractionFailed'
            | 'GraphUpdated'
            | 'MemoriesLinked'
            | 'MemoriesUnlinked'
            | 'EntityCreated'
            | 'NameAssigned'
            | 'EntityCorrected'
            | 'FactAsserted'
            | 'FactConfirmed'
            | 'FactRetracted'
            | 'MemoryRestored'
            | 'ScopeErased'
          )[]
        | null;
      /**
       * @description `dead` once it has failed too often, until it is resumed.
       * @enum {unknown}
       */
      state: 'active' | 'dead';
      /** @description Failed attempts since the last delivery. */
      failures: number;
      /** @description Why the last attempt failed, such as `status 500`; null: it did not. */
      last_error: string | null;
      /**
       * Format: int64
       * @description Last delivery; 0 means none.
       */
      last_delivered_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `last_delivered_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      last_delivered_at: string | null;
      /**
       * Format: int64
       * @description Unix time in nanoseconds; 0 means unset.
       */
      created_at_unix_nanos: bigint;
      /**
       * Format: date-time
       * @description `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for 0.
       */
      created_at: string | null;
      /** @description Key of the signatures. No other answer has it, nor one that is repeated. */
      secret?: string;
    };
    WebhookList: {
      webhooks: components['schemas']['Webhook'][];
      count: number;
    };
    ImportReport: {
      /** @description Lines read. */
      lines: number;
      /** @description Events stored. */
      imported: number;
      /** @description Memories among them. */
      memories: number;
      /** @description Events that the scope had already. */
      known: number;
      /** @description Events about memories that this scope has erased, and those that say nothing in this scope. */
      skipped: number;
      /** @description Whether the end of the export was among the lines, and all lines before it. */
      complete: boolean;
    };
    Redrive: {
      /** @description Memory id: a 128-bit integer as a decimal string. */
      memory_id?: string | null;
    };
    OperationFigures: {
      extraction: {
        /** @description Memories waiting for extraction, at most 100000. */
        pending: number;
        /** @description Age of the oldest of them; 0: none waits. */
        oldest_pending_seconds: number;
        /** @description Memories whose extraction was given up, at most 100000. */
        parked: number;
        /** @description Jobs of the LLM stage that are not done, at most 100000. */
        llm_jobs_pending: number;
      };
      /** @description What passes events on to the extractor; null where it cannot be read, or nothing is extracted. */
      log_reader: {
        /** @description `kafka-relay`, or `extractor` where one process is all. */
        reader: string;
        /** @enum {unknown} */
        state: 'ok' | 'late' | 'stopped';
        /** @description Events of the scope that it has not handled, at most 10000. */
        lag_events: number;
        /** @description Age of the oldest of them; 0: none waits. */
        lag_seconds: number;
      } | null;
      /** @description Events of the last hour, among the latest 20000 of the scope. */
      last_hour: {
        memories_encoded: number;
        memories_extracted: number;
        extractions_failed: number;
      };
      /** @description Memories whose extraction was given up, newest first, at most 100. */
      dead_letters: {
        /** @description Memory id: a 128-bit integer as a decimal string. */
        memory_id: string;
        attempts: number;
        /** @description Contains no text of the memory. */
        reason: string;
      }[];
      /** @description Null unless asked for. */
      storage: {
        memories: number;
        /** @description Size of their texts. */
        text_bytes: number;
        entities: number;
        relations: number;
        statements: number;
        events: number;
        /** @description Size of their data as JSON, when they were written. */
        event_bytes: number;
      } | null;
    };
    Redriven: {
      /** @description Memories whose extraction begins again. */
      redriven: number;
    };
    Whoami: {
      /** @description Id of the API key, or subject of the JWT. */
      identity: string;
      namespace: string;
      agent: string;
      /** Format: uuid */
      agent_id: string;
      permissions: {
        can_encode: boolean;
        can_recall: boolean;
        can_plan: boolean;
        can_reason: boolean;
        can_forget: boolean;
        can_admin: boolean;
      };
      /** @enum {unknown} */
      auth: 'api_key' | 'jwt';
    };
    Capabilities: {
      version: string;
      /** @description Whether recall reranks the best memories by token embeddings. */
      rerank: boolean;
      /** @description Whether the LLM stage of extraction runs. */
      llm_extractor: boolean;
      /** @description Whether the classifier stage of extraction runs. */
      classifier_extractor: boolean;
      /** @description Whether the pattern stage of extraction runs. */
      pattern_extractor: boolean;
      schema_namespaces: string[];
      /** @description Dimensions of vectors; 0 without an embedding model. */
      vector_dim: number;
      entity_types: {
        id: number;
        qname: string;
      }[];
      relation_types: {
        id: number;
        qname: string;
        symmetric: boolean;
        one_at_a_time: boolean;
      }[];
      retrievers: string[];
      /** @description Maximum values of requests. */
      limits: {
        body_bytes: number;
        import_bytes: number;
        text_bytes: number;
        speaker_bytes: number;
        metadata_bytes: number;
        tags: number;
        tag_characters: number;
        filter_conditions: number;
        filter_values: number;
        filter_value_bytes: number;
        name_bytes: number;
        entity_aliases: number;
        value_bytes: number;
        reason_bytes: number;
        context_bytes: number;
        memories: number;
        batch_memories: number;
        forget_memories: number;
        entities: number;
        relations: number;
        statements: number;
        graph: number;
        recall: number;
        context_tokens: number;
        context_facts: number;
        traverse_depth: number;
        traverse_nodes: number;
        cue_bytes: number;
        wall_time_ms: number;
        plan_steps: number;
        plan_branches: number;
        reason_depth: number;
        reason_inferences: number;
        event_streams: number;
        webhooks: number;
      };
    };
    Live: {
      /** @constant */
      status: 'live';
    };
    Ready: {
      /** @enum {unknown} */
      status: 'ready' | 'degraded';
      /** @constant */
      postgres: 'ok';
      log_reader: ('ok' | 'late' | 'stopped') | null;
      extraction: ('ok' | 'stalled') | null;
    };
    Error: {
      error: {
        /** @enum {unknown} */
        code:
          | 'bad_request'
          | 'unauthorized'
          | 'forbidden'
          | 'not_found'
          | 'conflict'
          | 'rate_limited'
          | 'engine.unavailable'
          | 'engine.error';
        /** @description Human-readable; clients must not parse it. */
        message: string;
      };
    };
  };
  responses: {
    /** @description The request is invalid; the message says why. */
    BadRequest: {
      headers: {
        'x-request-id'?: string;
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "bad_request",
         *         "message": "human-readable text"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The credential is missing, blank, unknown, revoked or expired, or the two headers differ. */
    Unauthorized: {
      headers: {
        'x-request-id'?: string;
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "unauthorized",
         *         "message": "human-readable text"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The credential lacks the permission. */
    Forbidden: {
      headers: {
        'x-request-id'?: string;
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "forbidden",
         *         "message": "human-readable text"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description A resource that the request refers to does not exist in the scope. */
    NotFound: {
      headers: {
        'x-request-id'?: string;
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "not_found",
         *         "message": "human-readable text"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The idempotency key was used with other parameters within 24 hours, or the resource has another version. */
    Conflict: {
      headers: {
        'x-request-id'?: string;
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "conflict",
         *         "message": "human-readable text"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The body exceeds the size limit of the route. */
    TooLarge: {
      headers: {
        'x-request-id'?: string;
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "bad_request",
         *         "message": "human-readable text"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The content type of the body is not application/json. */
    NotJson: {
      headers: {
        'x-request-id'?: string;
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "bad_request",
         *         "message": "human-readable text"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The credential has used up its rate limit. */
    RateLimited: {
      headers: {
        'x-request-id'?: string;
        /** @description Seconds to wait before a retry. */
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "rate_limited",
         *         "message": "human-readable text"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Unexpected error; the log has it under the request id. */
    EngineError: {
      headers: {
        'x-request-id'?: string;
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "engine.error",
         *         "message": "human-readable text"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Postgres is unreachable, or the service is overloaded; retry. */
    Unavailable: {
      headers: {
        'x-request-id'?: string;
        /** @description Seconds to wait before a retry. */
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "engine.unavailable",
         *         "message": "human-readable text"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listMemories: {
    parameters: {
      query?: {
        /**
         * @description Maximum number of results. Values outside 1 to 100 are clamped.
         * @example 2
         */
        limit?: number;
        /**
         * @description `next_cursor` of the previous page. It is opaque; the other parameters must stay the same.
         * @example 6d6f7265206f662074686573652061726520746f206265206861642c2061736b20666f72207468656d
         */
        cursor?: string;
        /** @description Order by creation: `desc` is newest first, `asc` oldest first. */
        dir?: 'desc' | 'asc';
        /** @description Only memories of this session. */
        session?: (number | bigint) | string;
        /** @description Only memories that mention this entity. */
        subject?: string;
        /** @description Only memories that pass this filter: the JSON of the field `filter` of `POST /v1/recall`. */
        filter?: string;
        /** @description Whether to include forgotten memories that are not yet erased. */
        include_tombstoned?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemoryPage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  encodeMemory: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `wait=N`: respond when extraction is done, or after N seconds, at most 30; `Preference-Applied` has the state. `handling=lenient`: ignore unknown fields. Several are separated by commas: `wait=10, handling=lenient`.
         * @example wait=20
         */
        Prefer?: string;
        /**
         * @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key.
         * @example docs-turn-1
         */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EncodeMemory'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          'Preference-Applied'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemoryCreationResult'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  forgetMemory: {
    parameters: {
      query?: {
        /** @description The field `memory_id`, instead of a body. */
        memory_id?: string;
        /** @description The field `hard`, instead of a body. */
        hard?: boolean;
      };
      header?: {
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ForgetMemory'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ForgetResult'] | components['schemas']['ForgottenMemories'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  inspectMemory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the memory.
         * @example 2143605984175092811340938172356014081
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InspectedMemory'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  encodeMemories: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `wait=N`: respond when extraction is done, or after N seconds, at most 30; `Preference-Applied` has the state. `handling=lenient`: ignore unknown fields. Several are separated by commas: `wait=10, handling=lenient`.
         * @example wait=20
         */
        Prefer?: string;
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EncodeMemories'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          'Preference-Applied'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchResult'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  getMemory: {
    parameters: {
      query?: {
        /** @description Whether to return the versions of the memory, newest first. */
        versions?: boolean;
        /** @description Whether to return a forgotten memory that is not yet erased. */
        include_tombstoned?: boolean;
      };
      header?: never;
      path: {
        /**
         * @description Id of the memory.
         * @example 2143605984175092811340938172356014081
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MemoryWithVersions'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  reviseMemory: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description `ETag` of the version that the change is meant for.
         * @example "1"
         */
        'If-Match'?: string;
        /**
         * @description `wait=N`: respond when extraction is done, or after N seconds, at most 30; `Preference-Applied` has the state. `handling=lenient`: ignore unknown fields. Several are separated by commas: `wait=10, handling=lenient`.
         * @example wait=20
         */
        Prefer?: string;
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path: {
        /**
         * @description Id of the memory.
         * @example 2143605984175092811340938172356014082
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReviseMemory'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          ETag?: string;
          'Preference-Applied'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RevisionResult'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  recall: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RecallRequest'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Recall'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  plan: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PlanRequest'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Plan'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  reason: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReasonRequest'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reasoning'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  linkMemories: {
    parameters: {
      query?: never;
      header?: {
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Link'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LinkResult'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  unlinkMemories: {
    parameters: {
      query?: {
        /** @description The field `source`, instead of a body. */
        source?: string;
        /** @description The field `target`, instead of a body. */
        target?: string;
        /** @description The field `kind`, instead of a body. */
        kind?:
          | 'caused'
          | 'followed_by'
          | 'derived_from'
          | 'similar_to'
          | 'contradicts'
          | 'supports'
          | 'references'
          | 'part_of';
      };
      header?: {
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['Unlink'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UnlinkResult'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  listEntities: {
    parameters: {
      query?: {
        /** @description Only the entities of these ids; for a merged one, the entity that it was merged into. Unknown ids are left out. Up to 100 ids, separated by commas. */
        ids?: string;
        /**
         * @description Prefix of any name of the entity. Case and accents are ignored.
         * @example maria
         */
        prefix?: string;
        /** @description Words of any name of the entity as they follow each other, the last from its beginning: `nair` finds Priya Nair. They may begin at one of the first four words of a name, or at its last. Case and accents are ignored. Not together with `prefix`. */
        name?: string;
        /**
         * @description Only entities of this type.
         * @example 1
         */
        type_id?: number;
        /** @description Minimum number of mentions. */
        mention_count_min?: number;
        /** @description Whether to include entities that are merged into another. */
        include_merged?: boolean;
        /** @description Whether to include candidates: entities of too little confidence, and without facts. Those that `ids` names are included anyway. */
        include_candidates?: boolean;
        /** @description Maximum number of results. Values outside 1 to 1000 are clamped. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EntityList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  createEntity: {
    parameters: {
      query?: never;
      header?: {
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateEntity'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ResolvedEntity'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  resolveEntity: {
    parameters: {
      query?: never;
      header?: {
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ResolveEntity'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Resolution'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  getEntity: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the entity.
         * @example 3f0c2b1e-8a47-5d10-9c52-71d1f6a0b001
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ResolvedEntity'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  correctEntity: {
    parameters: {
      query?: never;
      header?: {
        /** @description `ETag` of the entity that the correction is meant for. */
        'If-Match'?: string;
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path: {
        /**
         * @description Id of the entity.
         * @example 3f0c2b1e-8a47-5d10-9c52-71d1f6a0b006
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CorrectEntity'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ResolvedEntity'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  listEntityRelations: {
    parameters: {
      query?: {
        /** @description Which end of the relation the entity is. `outgoing` means `from`, `incoming` means `to`. */
        direction?: 'from' | 'to' | 'both' | 'outgoing' | 'incoming';
        /**
         * @description Only relations of this type; the prefix `core:` is optional.
         * @example core:works_at
         */
        type?:
          | 'core:works_at'
          | 'core:reports_to'
          | 'core:member_of'
          | 'core:founded'
          | 'core:studied_at'
          | 'core:works_on'
          | 'core:created'
          | 'core:uses'
          | 'core:owns'
          | 'core:lives_in'
          | 'core:born_in'
          | 'core:visited'
          | 'core:located_in'
          | 'core:part_of'
          | 'core:attended'
          | 'core:spouse_of'
          | 'core:parent_of'
          | 'core:sibling_of'
          | 'core:family_of'
          | 'core:friend_of'
          | 'core:colleague_of'
          | 'core:knows'
          | 'core:related_to';
        /** @description Whether to include relations that have ended or are unsettled. */
        include_superseded?: boolean;
        /** @description Maximum number of results. Values outside 1 to 1000 are clamped. */
        limit?: number;
      };
      header?: never;
      path: {
        /**
         * @description Id of the entity.
         * @example 3f0c2b1e-8a47-5d10-9c52-71d1f6a0b001
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RelationList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  traverseRelations: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the entity that the paths start from.
         * @example 3f0c2b1e-8a47-5d10-9c52-71d1f6a0b001
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['TraverseRequest'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Traversal'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  listStatements: {
    parameters: {
      query?: {
        /**
         * @description Only statements about this entity.
         * @example 3f0c2b1e-8a47-5d10-9c52-71d1f6a0b001
         */
        subject?: string;
        /** @description Only statements with this predicate; the prefix `core:` is optional. */
        predicate?:
          | 'core:likes'
          | 'core:dislikes'
          | 'core:prefers'
          | 'core:favourite'
          | 'core:occupation'
          | 'core:age'
          | 'core:birthday'
          | 'core:nationality'
          | 'core:email'
          | 'core:phone'
          | 'core:nickname'
          | 'core:diet'
          | 'core:height'
          | 'core:status'
          | 'core:speaks'
          | 'core:allergic_to'
          | 'core:has_condition'
          | 'core:has_skill'
          | 'core:hobby'
          | 'core:has'
          | 'core:did'
          | 'core:plans'
          | 'core:instruction';
        /** @description Only statements of this kind. No statement has the kinds `relation` and `custom`. */
        kind?: 'preference' | 'attribute' | 'fact' | 'event' | 'directive' | 'relation' | 'custom';
        /** @description Minimum confidence. */
        min_confidence?: number;
        /** @description Whether to leave out statements that have ended or are unsettled. */
        only_current?: boolean;
        /** @description No effect: forgotten statements are deleted, so there are no tombstones. */
        include_tombstoned?: boolean;
        /** @description Maximum number of results. Values outside 1 to 1000 are clamped. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatementList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  assertStatement: {
    parameters: {
      query?: never;
      header?: {
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AssertStatement'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Statement'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  getStatement: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the statement.
         * @example 3f0c2b1e-8a47-5d10-9c52-71d1f6a0b003
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Statement'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  getRelation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Id of the relation.
         * @example 3f0c2b1e-8a47-5d10-9c52-71d1f6a0b002
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Relation'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  graphFetch: {
    parameters: {
      query?: {
        /**
         * @description Maximum number of results. Values outside 1 to 500 are clamped.
         * @example 500
         */
        limit?: number;
        /** @description `next_cursor` of the previous page. It is opaque; the other parameters must stay the same. */
        cursor?: string;
        /** @description Whether to include statements as nodes. */
        include_statements?: boolean;
        /** @description Whether to include memories as nodes, with edges to what they mention. */
        include_memories?: boolean;
        /** @description Whether to include entities that are candidates: of too little confidence, and without facts. */
        include_candidates?: boolean;
        /** @description Whether to include links between memories. Requires `include_memories`. */
        include_memory_edges?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GraphPage'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  events: {
    parameters: {
      query?: {
        /**
         * @description Only events of these types, separated by commas: MemoryEncoded, MemoryRevised, MemoryForgotten, MemoryExtracted, MemoryExtractionFailed, GraphUpdated, MemoriesLinked, MemoriesUnlinked, EntityCreated, NameAssigned, EntityCorrected, FactAsserted, FactConfirmed, FactRetracted, MemoryRestored, ScopeErased. All, if absent.
         * @example MemoryEncoded,MemoryForgotten
         */
        types?: string;
        /** @description Position after which the events begin: the `id` of an event. The header `Last-Event-ID` takes precedence. Without either, the events begin now. */
        after?: string;
        /**
         * @description `false`: the response ends with the last event that there is.
         * @example false
         */
        follow?: boolean;
      };
      header?: {
        /** @description As `after`, which it replaces: an EventSource sends it when it connects again. */
        'Last-Event-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  listRetractions: {
    parameters: {
      query?: {
        /**
         * @description Maximum number of results. Values outside 1 to 1000 are clamped.
         * @example 10
         */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RetractionList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  entityProfile: {
    parameters: {
      query?: {
        /**
         * @description `text` adds the profile as a text for a prompt.
         * @example text
         */
        format?: 'json' | 'text';
      };
      header?: never;
      path: {
        /**
         * @description Id of the entity.
         * @example 3f0c2b1e-8a47-5d10-9c52-71d1f6a0b001
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EntityProfile'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  mergeEntity: {
    parameters: {
      query?: never;
      header?: {
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path: {
        /**
         * @description Id of the entity.
         * @example 3f0c2b1e-8a47-5d10-9c52-71d1f6a0b004
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MergeEntity'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ResolvedEntity'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  splitEntity: {
    parameters: {
      query?: never;
      header?: {
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path: {
        /**
         * @description Id of the entity.
         * @example 3f0c2b1e-8a47-5d10-9c52-71d1f6a0b006
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SplitEntity'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ResolvedEntity'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  assertRelation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AssertRelation'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Relation'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  confirmRelation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path: {
        /**
         * @description Id of the relation.
         * @example 3f0c2b1e-8a47-5d10-9c52-71d1f6a0b002
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['JudgeFact'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Relation'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  retractRelation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path: {
        /**
         * @description Id of the relation.
         * @example 3f0c2b1e-8a47-5d10-9c52-71d1f6a0b002
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['JudgeFact'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RetractedRelation'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  confirmStatement: {
    parameters: {
      query?: never;
      header?: {
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path: {
        /**
         * @description Id of the statement.
         * @example 3f0c2b1e-8a47-5d10-9c52-71d1f6a0b003
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['JudgeFact'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Statement'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  retractStatement: {
    parameters: {
      query?: never;
      header?: {
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path: {
        /**
         * @description Id of the statement.
         * @example 3f0c2b1e-8a47-5d10-9c52-71d1f6a0b005
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['JudgeFact'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RetractedStatement'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  listWebhooks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWebhook'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedWebhook'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  resumeWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path: {
        /**
         * @description Id of the webhook.
         * @example 0190c2b1-8a47-7d10-9c52-71d1f6a0b004
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path: {
        /**
         * @description Id of the webhook.
         * @example 0190c2b1-8a47-7d10-9c52-71d1f6a0b004
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  exportScope: {
    parameters: {
      query?: {
        /** @description `cursor` of the last `checkpoint` line of an interrupted export. The answer continues behind that line. */
        after?: string;
        /** @description Only memories that pass this filter, and links between them: the JSON of the field `filter` of `POST /v1/recall`. An export goes on with the same filter. */
        filter?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  importScope: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-ndjson': string;
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportReport'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  operationFigures: {
    parameters: {
      query?: {
        /**
         * @description Whether to count rows and bytes, which reads all memories and events of the scope.
         * @example true
         */
        storage?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OperationFigures'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  redriveExtractions: {
    parameters: {
      query?: never;
      header?: {
        /** @description Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['Redrive'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Redriven'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['TooLarge'];
      415: components['responses']['NotJson'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  whoami: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Whoami'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  capabilities: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Capabilities'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      429: components['responses']['RateLimited'];
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
  openapi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, unknown>;
        };
      };
      400: components['responses']['BadRequest'];
      500: components['responses']['EngineError'];
    };
  };
  docs: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Content-Security-Policy'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequest'];
      500: components['responses']['EngineError'];
    };
  };
  live: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Live'];
        };
      };
      400: components['responses']['BadRequest'];
      500: components['responses']['EngineError'];
    };
  };
  ready: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Ready'];
        };
      };
      500: components['responses']['EngineError'];
      503: components['responses']['Unavailable'];
    };
  };
}
