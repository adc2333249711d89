import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Loading, Notice } from '../parts/notice.js';
import { connection, lose } from '../service/connection.js';
import type { PageProps } from '../navigation/page-props.js';
import { PAGES, type StudioPage } from './pages.js';
import { route } from '../navigation/route.js';

/** The page that the address names; its chunk is fetched when it is first shown. */
export function CurrentPage() {
  const { path, id, query } = route.value;
  const page = PAGES.find((one) => one.path === path) ?? (path === '' ? PAGES[0] : undefined);
  useEffect(() => {
    document.title = page ? `${page.title} · Engraph studio` : 'Engraph studio';
  }, [page]);
  if (!page) return <Notice tone="warning" title={`There is no page “${path}”`} />;
  return <Loaded key={page.path} page={page} id={id} query={query} />;
}

function Loaded({ page, ...props }: PageProps & { readonly page: StudioPage }) {
  const [Shown, setShown] = useState<ComponentType<PageProps> | null>(null);
  const [failures, setFailures] = useState(0);
  const state = connection.value;
  useEffect(() => {
    if (Shown || state === 'lost') return;
    page.load().then(
      (module) => {
        setShown(() => module.default);
      },
      () => {
        // Once the service is there again; a file that is missing then is one of an older version.
        if (failures === 0) lose();
        setFailures(failures + 1);
      },
    );
  }, [page, state]);
  if (Shown) return <Shown {...props} />;
  if (failures < 2) return <Loading />;
  return (
    <Notice tone="error" title="This part of studio could not be fetched">
      <button
        type="button"
        onClick={() => {
          location.reload();
        }}
      >
        Load studio again
      </button>
    </Notice>
  );
}
