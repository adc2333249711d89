interface WhyButtonProps {
  /** What the fact says, for the name of the button. */
  readonly says: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Opens and closes the reasons of a fact. */
export function WhyButton({ says, isOpen, onToggle }: WhyButtonProps) {
  return (
    <button
      type="button"
      class="small"
      aria-label={`Why: ${says}`}
      title="The memories that say it, and their words"
      aria-expanded={isOpen}
      {...(isOpen ? { 'data-escape': true } : {})}
      onClick={onToggle}
    >
      Why?
    </button>
  );
}
