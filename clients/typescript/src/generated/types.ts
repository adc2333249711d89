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
     * @description Needs the permission `recall`.
     */
    get: operations['listMemories'];
    put?: never;
    /**
     * Store a memory
     * @description The answer means: on disk, with its event. Extraction follows; `Prefer: wait=N` holds the answer until it is over, or N seconds are.
     *
     *     Needs the permission `encode`.
     */
    post: operations['encodeMemory'];
    /**
     * Forget a memory
     * @description Takes back at once what the memory gave the graph. Soft: kept for 7 days, then erased. Hard: erased now. The body may also be given as query parameters.
     *
     *     Needs the permission `forget`.
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
     * One memory with all that was found in it
     * @description Needs the permission `recall`.
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
     * The memories that answer a question, best first
     * @description answer_kind is a judgement beside the ranking, which is returned whatever it says: none where nothing in it supports an answer.
     *
     *     Needs the permission `recall`.
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
     * A path of memories from a start to a goal
     * @description Needs the permission `plan`.
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
     * Claims that an observation leads to, with the memories for and against each
     * @description Needs the permission `reason`.
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
     * @description Needs the permissions `encode` and `recall`.
     */
    post: operations['linkMemories'];
    /**
     * Remove a link
     * @description The body may also be given as query parameters.
     *
     *     Needs the permissions `encode` and `recall`.
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
     * Entities, most mentioned first
     * @description Needs the permission `recall`.
     */
    get: operations['listEntities'];
    put?: never;
    /**
     * Make an entity, or find the one that has the name
     * @description Needs the permissions `encode` and `recall`.
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
     * The entity that a name means
     * @description With allow_create it is a write, and needs the permission `encode` as well.
     *
     *     Needs the permission `recall`.
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
     * One entity; a merged one is answered by its survivor
     * @description Needs the permission `recall`.
     */
    get: operations['getEntity'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
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
     * Relations of an entity, the most confident first
     * @description Needs the permission `recall`.
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
     * The paths that lead away from an entity, shortest first
     * @description Needs the permission `recall`.
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
     * Statements about entities
     * @description Needs the permission `recall`.
     */
    get: operations['listStatements'];
    put?: never;
    post?: never;
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
     * One statement
     * @description Needs the permission `recall`.
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
     * One relation
     * @description Needs the permission `recall`.
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
     * The whole graph, page by page
     * @description Needs the permission `recall`.
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
  '/v1/whoami': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The identity, scope and permissions of the credential
     * @description Needs a valid credential.
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
     * What this deployment can do
     * @description Needs a valid credential.
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
     * This document
     * @description Needs no credential.
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
     * This document as a page to read
     * @description Needs no credential.
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
     * The process runs
     * @description Needs no credential.
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
     * Postgres can be reached, and how the relay and extraction go
     * @description Needs no credential.
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
      /** @description What was said: not blank, at most 1 MiB of UTF-8; kept as sent. */
      text: string;
      /** @description Who says "I", at most 1 KiB; without it `user`. */
      speaker?: string | null;
      role?: ('user' | 'assistant' | 'system') | null;
      /** @description A session, any unsigned integer of 64 bits. */
      session?: number | bigint | null;
      /** @description Alias of session. */
      context?: number | bigint | null;
      /** @description Unix nanoseconds; 0 where unset. */
      occurred_at_unix_nanos?: number | bigint | null;
      /** @description Alias of occurred_at_unix_nanos. */
      occurred_at?: number | bigint | null;
      kind?: (0 | 1) | null;
      /** @description At most 64 KiB and 32 levels. */
      metadata?: Record<string, unknown> | null;
      dedupe?: ('none' | 'content') | null;
    };
    MemoryCreationResult: {
      /** @description A memory: 128 bits as a decimal string. */
      memory_id: string;
      was_deduplicated: boolean;
      salience: number;
      /**
       * @description 0 episodic, 1 semantic, 2 consolidated.
       * @enum {integer}
       */
      kind: 0 | 1 | 2;
      /**
       * Format: int64
       * @description Unix nanoseconds; 0 where unset.
       */
      created_at_unix_nanos: bigint;
      /** @description Links made with the write: followed_by from the turn before it in its session. */
      auto_edges_added: number;
    };
    Memory: {
      /** @description A memory: 128 bits as a decimal string. */
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
      /**
       * Format: uint64
       * @description A session, any unsigned integer of 64 bits.
       */
      session: bigint | null;
      speaker: string | null;
      /**
       * Format: int64
       * @description Unix nanoseconds; 0 where unset.
       */
      created_at_unix_nanos: bigint;
      /**
       * Format: int64
       * @description Unix nanoseconds; 0 where unset.
       */
      occurred_at_unix_nanos: bigint;
      /**
       * Format: int64
       * @description Unix nanoseconds; 0 where unset.
       */
      last_accessed_at_unix_nanos: bigint;
      salience: number;
      access_count: number;
      statement_count: number;
      entity_count: number;
      relation_count: number;
      /** @enum {unknown} */
      extraction: 'pending' | 'done' | 'partial' | 'failed';
    };
    MemoryPage: {
      items: components['schemas']['Memory'][];
      next_cursor?: string;
    };
    ForgetMemory: {
      /** @description A memory: 128 bits as a decimal string. */
      memory_id: string;
      /** @description Erase the text now; without it, after 7 days. */
      hard?: boolean | null;
    };
    ForgetResult: {
      /** @description A memory: 128 bits as a decimal string. */
      memory_id: string;
      was_already_forgotten: boolean;
      edges_removed: number;
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
      /** @description A memory: 128 bits as a decimal string. */
      memory_id: string;
      text: string;
      artifact: {
        record: {
          /** @description A memory: 128 bits as a decimal string. */
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
          salience: number;
          /**
           * Format: int64
           * @description Unix nanoseconds; 0 where unset.
           */
          created_at_unix_nanos: bigint;
          /**
           * Format: int64
           * @description Unix nanoseconds; 0 where unset.
           */
          occurred_at_unix_nanos: bigint;
          vector_dim: number;
          /** @description Code points. */
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
             * @description Unix nanoseconds; 0 where unset.
             */
            event_at_unix_nanos?: bigint;
            /**
             * Format: int64
             * @description Unix nanoseconds; 0 where unset.
             */
            valid_to_unix_nanos?: bigint;
          }[];
        };
        extraction: {
          /** @enum {unknown} */
          state: 'pending' | 'done' | 'partial' | 'failed';
          stages: components['schemas']['StageReport'][];
          mentions: {
            /** Format: uuid */
            entity_id: string;
            text: string;
            /** @description Code points. */
            start: number;
            end: number;
            stage: string;
            confidence: number;
          }[];
        };
      };
    };
    RecallRequest: {
      /** @description The question; not blank. Required, here or as cue. */
      query?: string | null;
      /** @description Alias of query. */
      cue?: string | null;
      /** @description Default 10; set to the nearest of 1 and 1000 beyond them. */
      max_results?: number | null;
      /** @description A session, any unsigned integer of 64 bits. */
      session?: number | bigint | null;
      /** @description Unix nanoseconds; 0 where unset. */
      since_unix_nanos?: number | bigint | null;
      /** @description Alias of since_unix_nanos. */
      since?: number | bigint | null;
      /** @description Unix nanoseconds; 0 where unset. */
      until_unix_nanos?: number | bigint | null;
      /** @description Alias of until_unix_nanos. */
      until?: number | bigint | null;
      /** @description Memories that name this entity: its id, or a name of it. */
      subject?: string | null;
      retrievers?: ('lexical' | 'dense' | 'entity_graph' | 'time' | 'recency')[] | null;
      /** @description Memories of less confidence are left out; default 0. */
      min_confidence?: number | null;
      /** @description Memories of this kind code alone. */
      kind?: (0 | 1 | 2) | null;
      /** @description context: also one text to put into a prompt; default memories. */
      format?: ('memories' | 'context') | null;
      /** @description Of that text: default 1000; set to the nearest of 1 and 100000 beyond them. */
      max_tokens?: number | null;
      /** @description Whether the turns next to a match may stand in the answer; default true. */
      neighbours?: boolean | null;
      include_trace?: boolean | null;
    };
    RecalledMemory: {
      /** @description A memory: 128 bits as a decimal string. */
      memory_id: string;
      text: string;
      similarity_score: number;
      confidence: number;
      salience: number;
      kind: number;
      /**
       * Format: int64
       * @description Unix nanoseconds; 0 where unset.
       */
      created_at_unix_nanos: bigint;
      /**
       * Format: int64
       * @description Unix nanoseconds; 0 where unset.
       */
      occurred_at_unix_nanos: bigint;
      /**
       * Format: uint64
       * @description A session, any unsigned integer of 64 bits.
       */
      session: bigint | null;
      speaker: string | null;
      retrievers: ('lexical' | 'dense' | 'entity_graph' | 'time' | 'recency')[];
      entities: {
        /** Format: uuid */
        entity_id: string;
        canonical_name: string;
      }[];
    };
    Recall: {
      /** @enum {unknown} */
      answer_kind: 'single' | 'many' | 'none';
      memories: components['schemas']['RecalledMemory'][];
      /** @description True where the answer would be longer than 4 MiB, all that it holds counted: the last memories are missing. */
      truncated?: boolean;
      /** @description Facts that hold now with their dates, then the turns. */
      context?: string;
      /** @description JSON: how the answer came about. */
      trace?: string;
    };
    PlanRequest: {
      start:
        | {
            text: string;
          }
        | {
            /** @description A memory: 128 bits as a decimal string. */
            memory_id: string;
          };
      goal:
        | {
            text: string;
          }
        | {
            /** @description A memory: 128 bits as a decimal string. */
            memory_id: string;
          };
      /** @description Default 8. */
      max_steps?: number | null;
      /** @description Default 5000. */
      max_wall_time_ms?: number | null;
      /** @description Default 32. */
      max_branches?: number | null;
      strategy?: ('auto' | 'a_star') | null;
    };
    Plan: {
      steps: {
        step_index: number;
        /** @description A memory: 128 bits as a decimal string. */
        memory_id: string;
        text: string;
        /** @enum {unknown} */
        transition_kind: 'initial' | 'causal' | 'temporal' | 'similarity' | 'entity';
        confidence: number;
        estimated_distance_to_goal: number;
      }[];
    };
    ReasonRequest: {
      observation:
        | {
            text: string;
          }
        | {
            /** @description A memory: 128 bits as a decimal string. */
            memory_id: string;
          };
      /** @description Hops; default 3. */
      depth?: number | null;
      /** @description Default 0.5. */
      confidence_threshold?: number | null;
      /** @description Default 10. */
      max_inferences?: number | null;
      /** @description Default 5000. */
      budget_wall_time_ms?: number | null;
    };
    Reasoning: {
      inferences: {
        step_index: number;
        claim: string;
        supporting_memories: string[];
        contradicting_memories: string[];
        confidence: number;
        /** @enum {unknown} */
        inference_kind: 'causal_explanation' | 'evidence_accumulation' | 'analogical_inference';
      }[];
    };
    CreateEntity: {
      entity_type_id: number;
      /** @description At most 1 KiB. */
      canonical_name: string;
      aliases?: string[] | null;
    };
    ResolveEntity: {
      candidate_name: string;
      resolution_context?: string | null;
      /** @description Alias of resolution_context. */
      context?: string | null;
      /** @description An entity type, by id or by name. */
      type_hint?: number | string | null;
      allow_create?: boolean | null;
    };
    Resolution: {
      /** @enum {unknown} */
      outcome: 'resolved' | 'created' | 'ambiguous' | 'not_found';
      /** @description 1 exact or alias, 2 spelling, 3 meaning, 4 LLM, 5 created; null where nothing was found. */
      tier: number | null;
      confidence: number;
      /** Format: uuid */
      entity_id: string | null;
      candidate_ids: string[];
    };
    Unlink: {
      /** @description A memory: 128 bits as a decimal string. */
      source: string;
      /** @description A memory: 128 bits as a decimal string. */
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
      /** @description A memory: 128 bits as a decimal string. */
      source: string;
      /** @description A memory: 128 bits as a decimal string. */
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
      /** @description Default 1; below 0 for contradicts alone. */
      weight?: number | null;
    };
    LinkResult: {
      /** @description A memory: 128 bits as a decimal string. */
      source: string;
      /** @description A memory: 128 bits as a decimal string. */
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
       * @description Unix nanoseconds; 0 where unset.
       */
      created_at_unix_nanos: bigint;
      already_existed: boolean;
    };
    UnlinkResult: {
      /** @description A memory: 128 bits as a decimal string. */
      source: string;
      /** @description A memory: 128 bits as a decimal string. */
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
      removed: boolean;
    };
    Entity: {
      /** Format: uuid */
      entity_id: string;
      entity_type_id: number;
      canonical_name: string;
      aliases: string[];
      mention_count: number;
      /**
       * Format: uuid
       * @description The survivor.
       */
      merged_into: string | null;
      entity_type: string;
      /**
       * Format: int64
       * @description Unix nanoseconds; 0 where unset.
       */
      created_at_unix_nanos: bigint;
      /**
       * Format: int64
       * @description Unix nanoseconds; 0 where unset.
       */
      updated_at_unix_nanos: bigint;
    };
    ResolvedEntity: {
      /** Format: uuid */
      entity_id: string;
      entity_type_id: number;
      canonical_name: string;
      aliases: string[];
      mention_count: number;
      /**
       * Format: uuid
       * @description The survivor.
       */
      merged_into: string | null;
      entity_type: string;
      /**
       * Format: int64
       * @description Unix nanoseconds; 0 where unset.
       */
      created_at_unix_nanos: bigint;
      /**
       * Format: int64
       * @description Unix nanoseconds; 0 where unset.
       */
      updated_at_unix_nanos: bigint;
      /** @description There when it was asked for by an id merged into it. */
      resolved_from?: string[];
    };
    EntityList: {
      entities: components['schemas']['Entity'][];
      count: number;
      /** @description True where the list was cut at 4 MiB. */
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
      confidence: number;
      mention_count: number;
      /**
       * Format: int64
       * @description Unix nanoseconds; 0 where unset.
       */
      valid_from_unix_nanos: bigint;
      /**
       * Format: int64
       * @description When it ended; 0 while it holds.
       */
      valid_to_unix_nanos: bigint;
      is_symmetric: boolean;
      tombstoned: boolean;
      /** Format: uuid */
      superseded_by: string | null;
      memory_ids: string[];
    };
    RelationList: {
      relations: components['schemas']['Relation'][];
      count: number;
      /** @description True where the list was cut at 4 MiB. */
      truncated?: boolean;
    };
    TraverseRequest: {
      direction?: ('outgoing' | 'incoming' | 'both') | null;
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
      /** @description Hops, default 3; set to the nearest of 1 and 5 beyond them. */
      max_depth?: number | null;
      /** @description Default 100; set to the nearest of 1 and 1000 beyond them. */
      max_nodes?: number | null;
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
          depth: number;
        }[];
      }[];
      total_paths: number;
      truncated: boolean;
    };
    Statement: {
      /** Format: uuid */
      statement_id: string;
      /** @enum {unknown} */
      kind: 'preference' | 'attribute' | 'fact' | 'event' | 'directive';
      /** Format: uuid */
      subject: string;
      predicate: string;
      object:
        | {
            /** @constant */
            kind: 'entity';
            /** Format: uuid */
            id: string;
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
      text: string;
      confidence: number;
      mention_count: number;
      /**
       * Format: int64
       * @description Unix nanoseconds; 0 where unset.
       */
      event_at_unix_nanos: bigint;
      /**
       * Format: int64
       * @description Unix nanoseconds; 0 where unset.
       */
      valid_from_unix_nanos: bigint;
      /**
       * Format: int64
       * @description When it ended; 0 while it holds.
       */
      valid_to_unix_nanos: bigint;
      tombstoned: boolean;
      /** Format: uuid */
      superseded_by: string | null;
      memory_ids: string[];
    };
    StatementList: {
      statements: components['schemas']['Statement'][];
      count: number;
      /** @description True where the list was cut at 4 MiB. */
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
      next_cursor?: string;
    };
    Whoami: {
      /** @description The key id, or the subject of a JWT. */
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
        /**
         * @description Operators have a listener of their own.
         * @constant
         */
        can_admin: false;
      };
      /** @enum {unknown} */
      auth: 'api_key' | 'jwt';
    };
    Capabilities: {
      version: string;
      rerank: boolean;
      llm_extractor: boolean;
      classifier_extractor: boolean;
      pattern_extractor: boolean;
      schema_namespaces: string[];
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
      limits: {
        body_bytes: number;
        text_bytes: number;
        speaker_bytes: number;
        metadata_bytes: number;
        name_bytes: number;
        entity_aliases: number;
        context_bytes: number;
        memories: number;
        entities: number;
        relations: number;
        statements: number;
        graph: number;
        recall: number;
        context_tokens: number;
        traverse_depth: number;
        traverse_nodes: number;
        cue_bytes: number;
        wall_time_ms: number;
        plan_steps: number;
        plan_branches: number;
        reason_depth: number;
        reason_inferences: number;
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
        /** @description For people; never parse it. */
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
         *         "message": "what is wrong, in words for people"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The credential is missing, blank, unknown, revoked or expired, or the two headers disagree. */
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
         *         "message": "what is wrong, in words for people"
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
         *         "message": "what is wrong, in words for people"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description What the request refers to does not exist in the scope. */
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
         *         "message": "what is wrong, in words for people"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The request id was used with other parameters within 24 hours. */
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
         *         "message": "what is wrong, in words for people"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The body is over 8 MiB. */
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
         *         "message": "what is wrong, in words for people"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The body is not sent as application/json. */
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
         *         "message": "what is wrong, in words for people"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description A quota of the credential is used up. */
    RateLimited: {
      headers: {
        'x-request-id'?: string;
        /** @description Seconds. */
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "rate_limited",
         *         "message": "what is wrong, in words for people"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Something unforeseen; the log has it under the request id. */
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
         *         "message": "what is wrong, in words for people"
         *       }
         *     }
         */
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Postgres is out of reach, or the service sheds load; try again. */
    Unavailable: {
      headers: {
        'x-request-id'?: string;
        /** @description Seconds. */
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "error": {
         *         "code": "engine.unavailable",
         *         "message": "what is wrong, in words for people"
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
         * @description How many at most; set to the nearest of 1 and 100 beyond them.
         * @example 2
         */
        limit?: number;
        /**
         * @description `next_cursor` of the page before, with the same other parameters; opaque.
         * @example 6d6f7265206f662074686573652061726520746f206265206861642c2061736b20666f72207468656d
         */
        cursor?: string;
        /** @description Newest first, or oldest first. */
        dir?: 'desc' | 'asc';
        /** @description Memories of this session alone. */
        session?: number | bigint;
        /** @description Also those forgotten, not erased. */
        include_tombstoned?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
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
         * @description wait=N: hold the answer until the extraction is over, at most N seconds and at most 30.
         * @example wait=20
         */
        Prefer?: string;
        /**
         * @description The request id of this write. For 24 hours the same id with the same parameters gives the first result again; with others it is a conflict. Without it the service makes one.
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
      /** @description The answer. */
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
        /** @description In the place of a body. */
        memory_id?: string;
        /** @description In the place of a body. */
        hard?: boolean;
      };
      header?: {
        /** @description The request id of this write. For 24 hours the same id with the same parameters gives the first result again; with others it is a conflict. Without it the service makes one. */
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
      /** @description The answer. */
      200: {
        headers: {
          'x-request-id'?: string;
          'Idempotency-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ForgetResult'];
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
      /** @description The answer. */
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
      /** @description The answer. */
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
      /** @description The answer. */
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
      /** @description The answer. */
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
        /** @description The request id of this write. For 24 hours the same id with the same parameters gives the first result again; with others it is a conflict. Without it the service makes one. */
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
      /** @description The answer. */
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
        /** @description In the place of a body. */
        source?: string;
        /** @description In the place of a body. */
        target?: string;
        /** @description In the place of a body. */
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
        /** @description The request id of this write. For 24 hours the same id with the same parameters gives the first result again; with others it is a conflict. Without it the service makes one. */
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
      /** @description The answer. */
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
        /**
         * @description Start of any of its names, whatever the case and accents.
         * @example maria
         */
        prefix?: string;
        /**
         * @description An entity type.
         * @example 1
         */
        type_id?: number;
        /** @description Mentioned at least so often. */
        mention_count_min?: number;
        /** @description Also those merged into another. */
        include_merged?: boolean;
        /** @description How many at most; set to the nearest of 1 and 1000 beyond them. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
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
        /** @description The request id of this write. For 24 hours the same id with the same parameters gives the first result again; with others it is a conflict. Without it the service makes one. */
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
      /** @description The answer. */
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
        /** @description The request id of this write. For 24 hours the same id with the same parameters gives the first result again; with others it is a conflict. Without it the service makes one. */
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
      /** @description The answer. */
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
      /** @description The answer. */
      200: {
        headers: {
          'x-request-id'?: string;
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
  listEntityRelations: {
    parameters: {
      query?: {
        /** @description Which end the entity is. */
        direction?: 'from' | 'to' | 'both' | 'outgoing' | 'incoming';
        /**
         * @description A relation type; `core:` may be left out.
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
        /** @description Also those that have ended. */
        include_superseded?: boolean;
        /** @description How many at most; set to the nearest of 1 and 1000 beyond them. */
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
      /** @description The answer. */
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
         * @description Id of the entity the paths start from.
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
      /** @description The answer. */
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
         * @description An entity.
         * @example 3f0c2b1e-8a47-5d10-9c52-71d1f6a0b001
         */
        subject?: string;
        /** @description `core:` may be left out. */
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
        /** @description A kind of statement. */
        kind?: 'preference' | 'attribute' | 'fact' | 'event' | 'directive' | 'relation' | 'custom';
        /** @description At least so sure. */
        min_confidence?: number;
        /** @description Those that hold now. */
        only_current?: boolean;
        /** @description Without effect: what is forgotten leaves no tombstone. */
        include_tombstoned?: boolean;
        /** @description How many at most; set to the nearest of 1 and 1000 beyond them. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
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
      /** @description The answer. */
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
      /** @description The answer. */
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
         * @description How many at most; set to the nearest of 1 and 500 beyond them.
         * @example 500
         */
        limit?: number;
        /** @description `next_cursor` of the page before, with the same other parameters; opaque. */
        cursor?: string;
        /** @description Statements as nodes. */
        include_statements?: boolean;
        /** @description Memories as nodes, with edges to what they name. */
        include_memories?: boolean;
        /** @description Links between memories; needs include_memories. */
        include_memory_edges?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
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
  whoami: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Whoami'];
        };
      };
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
      /** @description The answer. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Capabilities'];
        };
      };
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
      /** @description The answer. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, unknown>;
        };
      };
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
      /** @description The answer. */
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
      /** @description The answer. */
      200: {
        headers: {
          'x-request-id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Live'];
        };
      };
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
      /** @description The answer. */
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
