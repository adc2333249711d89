import type { ComponentChildren } from 'preact';

interface BadgeProps {
  readonly tone?: 'good' | 'bad' | 'waiting' | 'neutral';
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A word or two about the state of something; the words say it, the colour repeats it. */
export function Badge({ tone = 'neutral', title, children }: BadgeProps) {
  return (
    <span class={`badge ${tone}`} title={title}>
      {children}
    </span>
  );
}

/** An entity type, `core:Person`, in its colour. */
export function TypeBadge({ type }: { readonly type: string }) {
  return <span class={`badge type ${typeClass(type)}`}>{shortName(type)}</span>;
}

/** `core:Person` without its namespace, and with spaces: for people. */
export function shortName(qname: string): string {
  return qname.slice(qname.indexOf(':') + 1).replaceAll('_', ' ');
}

/** The class that has the colour of a type, as `--type`. */
export function typeClass(qname: string): string {
  return `type-${shortName(qname).toLowerCase().replaceAll(' ', '-')}`;
}
