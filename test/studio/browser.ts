import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import axe from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';

/** How studio is looked at. */
export interface Look {
  readonly theme?: 'light' | 'dark';
  /** Width of the window in pixels; 1280, if left out. */
  readonly width?: number;
  readonly height?: number;
}

/** A Chromium without a window. */
export interface StudioBrowser {
  /**
   * Opens studio in a tab of its own, at a hash such as `#/memories`, signed in with a key unless that is null. Errors
   * of its scripts, and what its policy forbids, are in `faults` of the page. With null in place of a hash, the tab is
   * empty.
   */
  open(baseUrl: string, key: string | null, hash?: string | null, look?: Look): Promise<StudioPage>;
  /** Name and version. */
  readonly version: string;
  stop(): Promise<void>;
}

/** A tab with studio. */
export interface StudioPage {
  readonly page: Page;
  /** Uncaught errors and violations of the policy, so far. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

const FETCH = fileURLToPath(new URL('../../tools/chromium/fetch.sh', import.meta.url));

/** The longest that a test waits for something on a page, on a slow machine. */
const PATIENCE_MS = 30_000;

/**
 * Starts the Chromium that tools/chromium/fetch.sh finds or installs.
 *
 * Throws with what that script says if there is none and it cannot be installed.
 */
export async function startBrowser(): Promise<StudioBrowser> {
  const { stdout } = await promisify(execFile)(FETCH);
  // Root has no sandbox, and a container little shared memory; without a graphics card, WebGL runs on the CPU.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--enable-unsafe-swiftshader'];
  const browser = await chromium.launch({ executablePath: stdout.trim(), args });
  return {
    open: (baseUrl, key, hash = '', look = {}) =>
      openStudio(browser, hash === null ? null : `${baseUrl.replace(/\/$/, '')}/v1/studio/${hash}`, key, look),
    version: `Chromium ${browser.version()}`,
    stop: () => browser.close(),
  };
}

async function openStudio(browser: Browser, url: string | null, key: string | null, look: Look): Promise<StudioPage> {
  const { theme = 'light', width = 1280, height = 900 } = look;
  const context = await browser.newContext({ colorScheme: theme, viewport: { width, height } });
  context.setDefaultTimeout(PATIENCE_MS);
  if (key !== null) await context.addInitScript(`sessionStorage.setItem('engraph.studio.key', ${JSON.stringify(key)})`);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text());
  });
  if (url !== null) await page.goto(url);
  return { page, faults, close: () => context.close() };
}

/** What axe finds on a page, as `rule: element`. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + target + ' ' + failureSummary)))`);
}

/** Keeps a picture of a page as NAME.png in the folder that ENGRAPH_SCREENSHOTS names; without it, does nothing. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['ENGRAPH_SCREENSHOTS'];
  if (folder === undefined || folder === '') return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
