import { visibleParts } from './visible-text.js';

/** A name or another short text from data, apart from the direction of what stands around it. */
export function Name({ text }: { readonly text: string }) {
  return (
    <bdi>
      <Visible text={text} />
    </bdi>
  );
}

/** A text from data as it is, with what cannot be seen named in it. */
export function Visible({ text }: { readonly text: string }) {
  return (
    <>
      {visibleParts(text).map((part, at) =>
        part.isMark ? (
          <span key={at} class="unseen" title="A character that cannot be seen">
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </>
  );
}
