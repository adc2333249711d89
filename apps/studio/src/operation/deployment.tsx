import { Badge } from '../parts/badge.js';
import { Loading } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { useAnswer } from '../parts/use-answer.js';

/** Which version answers, and what of it is switched on. */
export function Deployment() {
  const { data, error, isLoading } = useAnswer(async (client, signal) => {
    const [capabilities, ready] = await Promise.all([client.capabilities({ signal }), client.ready({ signal })]);
    return { capabilities, ready };
  }, []);
  return (
    <section class="card">
      <h2>Deployment</h2>
      {error !== null && <Problem error={error} />}
      {!data && isLoading && <Loading />}
      {data && (
        <dl class="facts">
          <dt>Version</dt>
          <dd>{data.capabilities.version}</dd>
          <dt>State</dt>
          <dd>
            <Badge tone={data.ready.status === 'ready' ? 'good' : 'waiting'}>{data.ready.status}</Badge>
          </dd>
          <dt>Extraction</dt>
          <dd class="buttons">
            <Part name="patterns" isOn={data.capabilities.pattern_extractor} />
            <Part name="classifier" isOn={data.capabilities.classifier_extractor} />
            <Part name="LLM" isOn={data.capabilities.llm_extractor} />
          </dd>
          <dt>Recall</dt>
          <dd class="buttons">
            <Part name="vectors" isOn={data.capabilities.vector_dim > 0} />
            <Part name="reranking" isOn={data.capabilities.rerank} />
          </dd>
        </dl>
      )}
      <p class="quiet">
        What concerns all scopes is in the metrics of the service (<code>/metrics</code>, on a port of its own).
      </p>
    </section>
  );
}

function Part({ name, isOn }: { readonly name: string; readonly isOn: boolean }) {
  return <Badge tone={isOn ? 'good' : 'neutral'}>{`${name} ${isOn ? 'on' : 'off'}`}</Badge>;
}
