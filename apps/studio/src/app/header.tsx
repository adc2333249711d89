import { Name } from '../parts/name.js';
import { areKeysShown } from './keys.js';
import { PAGES } from './pages.js';
import { hrefOf, route } from '../navigation/route.js';
import { identity, isSignedIn, signOut } from '../service/session.js';
import { nextTheme, theme } from './theme.js';

const THEME_NAMES = { auto: 'Theme: auto', light: 'Theme: light', dark: 'Theme: dark' } as const;

/** Name, navigation, whose scope it is, theme, sign out. */
export function Header() {
  return (
    <header class="top">
      <a class="brand" href="#/">
        <span class="brand-mark" aria-hidden="true" />
        Engraph <span class="quiet">studio</span>
      </a>
      {isSignedIn.value && <Navigation />}
      <div class="top-end">
        {identity.value && (
          <span class="scope" title="Namespace and agent of your key">
            <Name text={identity.value.namespace} /> / <Name text={identity.value.agent} />
          </span>
        )}
        <button
          type="button"
          class="plain"
          title="What the keyboard does: ?"
          onClick={() => {
            areKeysShown.value = true;
          }}
        >
          Keys
        </button>
        <button type="button" class="plain" onClick={nextTheme}>
          {THEME_NAMES[theme.value]}
        </button>
        {isSignedIn.value && (
          <button type="button" class="plain" onClick={signOut}>
            Sign out
          </button>
        )}
      </div>
    </header>
  );
}

function Navigation() {
  const { path } = route.value;
  const shown = path === '' ? PAGES[0]?.path : path;
  return (
    <nav aria-label="Pages">
      {PAGES.map((page) => (
        <a key={page.path} href={hrefOf(page.path)} aria-current={page.path === shown ? 'page' : undefined}>
          {page.title}
        </a>
      ))}
    </nav>
  );
}
