import { MastraCompositeStore } from '@mastra/core/storage';
import { EngraphMemoryStorage } from './memory-storage.js';
import type { EngraphStoreOptions } from './options.js';

/**
 * A storage of Mastra whose domain `memory` is Engraph. It has no other domain: combine it with another storage for
 * workflows and traces, `new MastraCompositeStore({ id, default: other, domains: { memory: store.stores.memory } })`.
 */
export class EngraphStore extends MastraCompositeStore {
  declare stores: { memory: EngraphMemoryStorage };

  constructor(options: EngraphStoreOptions & { readonly id?: string }) {
    super({ id: options.id ?? 'engraph', name: 'EngraphStore' });
    this.stores = { memory: new EngraphMemoryStorage(options) };
  }
}
