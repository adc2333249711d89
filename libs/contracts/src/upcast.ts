import { EVENT_VERSIONS, type EventData, type EventType } from './events.js';

type Upcaster = (data: never) => unknown;

/**
 * Upcasters: `UPCASTERS[type][n]` converts data of schema version n to version n + 1. A new version adds its upcaster
 * here and its golden file under libs/contracts/golden, where the old ones stay.
 */
const UPCASTERS: Record<EventType, Record<number, Upcaster>> = {
  MemoryEncoded: {},
  MemoryRevised: {},
  MemoryForgotten: {},
  MemoryExtracted: {},
  MemoryExtractionFailed: {},
  GraphUpdated: {},
  MemoriesLinked: {},
  MemoriesUnlinked: {},
  EntityCreated: {},
  NameAssigned: {},
  EntityCorrected: {},
  FactAsserted: {},
  FactConfirmed: {},
  FactRetracted: {},
  MemoryRestored: {},
  ScopeErased: {},
};

/** Thrown when an event of the log has a type or version that this version of the program does not know. */
export class UnknownEventVersion extends Error {
  override readonly name = 'UnknownEventVersion';
  constructor(
    readonly type: string,
    readonly version: number,
  ) {
    super(`no reader for ${type} version ${String(version)}`);
  }
}

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(EVENT_VERSIONS, type);
}

/**
 * Converts stored event data to the newest schema version of its type.
 * @throws UnknownEventVersion for an unknown type or version
 */
export function upcast<T extends EventType>(type: T, version: number, data: unknown): EventData[T] {
  let current = data;
  for (let v = version; v !== EVENT_VERSIONS[type]; v += 1) {
    const step = UPCASTERS[type][v];
    if (!step) throw new UnknownEventVersion(type, version);
    current = step(current as never);
  }
  return current as EventData[T];
}
