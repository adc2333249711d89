import { useEffect } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/index.js';
import { useAnswer, type Answered } from '../parts/use-answer.js';

export type Figures = Schemas['OperationFigures'];

const EVERY_MS = 5_000;

/** The figures of the scope, asked for again while somebody looks and the last answer was one. */
export function useFigures(): Answered<Figures> {
  const answered = useAnswer((client, signal) => client.operationFigures({}, { signal }), []);
  const { isLoading, error, reload } = answered;
  useEffect(() => {
    if (isLoading || error !== null) return;
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
    };
  }, [isLoading, error, reload]);
  return answered;
}
