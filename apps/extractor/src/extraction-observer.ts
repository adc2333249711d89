import type { StageReport } from '#contracts/observations.js';

/** Hears how extraction goes: for metrics. */
export interface ExtractionObserver {
  stageRan(report: Pick<StageReport, 'stage' | 'state' | 'duration_ms'>): void;
  deadLetter(source: 'record' | 'memory'): void;
}

export const NOBODY: ExtractionObserver = { stageRan: () => undefined, deadLetter: () => undefined };
