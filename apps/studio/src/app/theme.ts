import { effect, signal } from '@preact/signals';

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
const KEPT_AS = 'engraph.studio.theme';

/** Light or dark; `auto` is what the browser prefers. Kept for all tabs. */
export const theme = signal<Theme>(THEMES.find((one) => one === localStorage.getItem(KEPT_AS)) ?? 'auto');

effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
  localStorage.setItem(KEPT_AS, theme.value);
});

/** The next one of the three. */
export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'auto';
}
