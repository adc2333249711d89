import type { ComponentChildren } from 'preact';

interface NoticeProps {
  readonly tone: 'info' | 'success' | 'warning' | 'error';
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** Something to know; an error is read out at once. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div class={`notice ${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      <strong>{title}</strong>
      {children !== undefined && <div>{children}</div>}
    </div>
  );
}

/** Stands where an answer is still to come. */
export function Loading({ what = 'Loading' }: { readonly what?: string }) {
  return (
    <p class="loading quiet" role="status">
      {what}…
    </p>
  );
}

/** Stands where there is nothing to show. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="empty quiet">{children}</p>;
}
