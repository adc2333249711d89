import { signal } from '@preact/signals';
import { goTo, hrefOf, route } from '../navigation/route.js';

/** Whether the list of keys is shown. */
export const areKeysShown = signal(false);

/** What the keyboard does beside what browsers do; shown by `?`. */
export const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['/', 'Search on this page, or in the list that it belongs to'],
  ['↓ ↑', 'The next and the one before, in lists and in names found'],
  ['Enter', 'Opens it; in a search, the first name found'],
  ['Esc', 'Closes what was opened last: names found, a question, the reasons of a fact, a note'],
  ['?', 'Shows these keys'],
];

/** Hears the keys of the whole page. */
export function listenToKeys(): () => void {
  document.addEventListener('keydown', onKey);
  return () => {
    document.removeEventListener('keydown', onKey);
  };
}

function onKey(event: KeyboardEvent): void {
  const { target, key } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!(target instanceof HTMLElement) || target.closest('dialog')) return;
  const isHandled = key.startsWith('Arrow')
    ? moveInList(target, key)
    : !isTyping(target) && (COMMANDS[key]?.() ?? false);
  if (isHandled) event.preventDefault();
}

/** What a key does where nobody types; each says whether it did something. */
const COMMANDS: Readonly<Record<string, () => boolean>> = {
  '?': () => {
    areKeysShown.value = true;
    return true;
  },
  '/': search,
  Escape: closeLast,
};

function isTyping(target: HTMLElement): boolean {
  return target.isContentEditable || target.matches('textarea, select, input:not([type="checkbox"], [type="range"])');
}

const SEARCHES = 'main input[type="search"], main [role="search"] input';

/** Pages of one thing lead to the list of such. */
function search(): boolean {
  if (focusSearch()) return true;
  const { path } = route.value;
  goTo(hrefOf(path === 'entities' ? 'entities' : 'memories'));
  focusOnceThere();
  return true;
}

function focusSearch(): boolean {
  const field = visible<HTMLInputElement>(SEARCHES)[0];
  field?.focus();
  field?.select();
  return field !== undefined;
}

/** The longest that the search of a page is waited for. */
const PATIENCE_MS = 5_000;

function focusOnceThere(): void {
  const main = document.getElementById('main');
  if (!main) return;
  const watcher = new MutationObserver(() => {
    if (focusSearch()) watcher.disconnect();
  });
  watcher.observe(main, { childList: true, subtree: true });
  setTimeout(() => {
    watcher.disconnect();
  }, PATIENCE_MS);
}

/** Presses the button that closes what was opened last. */
function closeLast(): boolean {
  const last = visible<HTMLElement>('[data-escape]').at(-1);
  last?.focus();
  last?.click();
  return last !== undefined;
}

const STOPS = '[data-arrow-stop]';

/** Moves among the stops of a list; from a search that has none of its own, to the first of the page. */
function moveInList(target: HTMLElement, key: string): boolean {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return false;
  const list = target.matches(STOPS) ? target.closest('[data-arrows]') : null;
  if (!list) {
    const first =
      target.matches(SEARCHES) && step > 0 ? visible<HTMLElement>(`main [data-arrows] a${STOPS}`)[0] : undefined;
    first?.focus();
    return first !== undefined;
  }
  const stops = [...list.querySelectorAll<HTMLElement>(STOPS)];
  const next = stops[stops.indexOf(target) + step];
  next?.focus();
  return true;
}

/** Not those within what is folded. */
function visible<E extends HTMLElement>(selector: string): E[] {
  return [...document.querySelectorAll<E>(selector)].filter((element) => element.checkVisibility());
}
