import { hrefOf } from '../navigation/route.js';
import { Visible } from '../parts/name.js';
import { mentionParts, type Mention } from '../parts/mention-parts.js';

interface MarkedTextProps {
  readonly text: string;
  readonly mentions: readonly Mention[];
  /** Name of an entity, for the title of its places. */
  readonly nameOf: (entityId: string) => string | undefined;
}

/** A text whose mentions lead to their entities. */
export function MarkedText({ text, mentions, nameOf }: MarkedTextProps) {
  return (
    <p class="marked" dir="auto">
      {mentionParts(text, mentions).map(({ words, mention }, at) =>
        mention ? (
          <a key={at} class="mention" href={hrefOf('entities', mention.entity_id)} title={nameOf(mention.entity_id)}>
            <Visible text={words} />
          </a>
        ) : (
          <Visible key={at} text={words} />
        ),
      )}
    </p>
  );
}
