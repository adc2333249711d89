import { Loading } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { RawJson } from '../parts/raw-json.js';
import { DeadLetters } from './dead-letters.js';
import { Deployment } from './deployment.js';
import { Extraction } from './extraction.js';
import { Health } from './health.js';
import { KeyCard } from './key-card.js';
import { Storage } from './storage.js';
import { MissingPermission, isForbidden } from './missing-permission.js';
import { useFigures } from './use-figures.js';
import './operation.css';

/** How the service keeps up with the scope, and what the key may do. */
export default function OperationPage() {
  const { data, error, isLoading, reload } = useFigures();
  return (
    <>
      <div class="page-head">
        <h1>Operation</h1>
        {data && <span class="quiet">of this scope alone, renewed every 5 seconds</span>}
      </div>
      {isForbidden(error) ? <MissingPermission /> : error !== null && <Problem error={error} />}
      {!data && isLoading && <Loading />}
      {data && (
        <>
          <Health figures={data} />
          <Extraction figures={data} />
          <DeadLetters letters={data.dead_letters} parked={data.extraction.parked} onDone={reload} />
          <Storage />
        </>
      )}
      <div class="columns">
        <Deployment />
        <KeyCard />
      </div>
      {data && <RawJson value={data} />}
    </>
  );
}
