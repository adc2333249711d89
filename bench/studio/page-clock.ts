import type { Page } from 'playwright-core';

/** What one interaction took, in milliseconds. */
export interface Interaction {
  /** From the input to the next paint, as Event Timing tells it: in steps of 8, and 16 for anything shorter. */
  readonly paintMs: number;
  /** From the last input to the paint that shows the answer. */
  readonly answerMs: number;
}

/** How a page was shown first. */
export interface FirstView {
  /** From the navigation to the paint that shows its content. */
  readonly shownMs: number;
  readonly requests: number;
  /** What was transferred, with headers; nothing for what the browser kept. */
  readonly bytes: number;
}

/** The longest that content is waited for. */
const PATIENCE_MS = 20_000;
/** Shortest duration that Event Timing tells. */
const SHORTEST_MS = 16;

/**
 * Runs in the page before its own scripts. `shown` looks once in each frame whether a test holds, and resolves with the
 * time after that frame was painted.
 */
const CLOCK = `{
  performance.setResourceTimingBufferSize(5_000);
  const afterPaint = (done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now());
    port2.postMessage(null);
  };
  const shown = (test) => new Promise((resolve, reject) => {
    const limit = performance.now() + ${String(PATIENCE_MS)};
    const look = () => requestAnimationFrame((now) => {
      if (test()) afterPaint(resolve);
      else if (now > limit) reject(new Error('not shown: ' + test + ' at ' + location.hash));
      else look();
    });
    look();
  });
  const events = [];
  new PerformanceObserver((list) => events.push(...list.getEntries()))
    .observe({ type: 'event', durationThreshold: ${String(SHORTEST_MS)} });
  let input = 0;
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, (event) => { input = event.timeStamp; }, { capture: true });
  let pending;
  globalThis.pageClock = {
    shown,
    begin(test) {
      events.length = 0;
      input = 0;
      pending = shown(Object.assign(() => input > 0 && test(), { toString: () => String(test) }));
      pending.catch(() => undefined);
    },
    async end() {
      const at = await pending;
      await new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 100));
      const own = events.filter(({ interactionId }) => interactionId > 0).map(({ duration }) => duration);
      return { paintMs: Math.max(${String(SHORTEST_MS)}, ...own), answerMs: at - input };
    },
    loaded() {
      const entries = performance.getEntries().filter(({ entryType }) => /^(navigation|resource)$/.test(entryType));
      return { requests: entries.length, bytes: entries.reduce((sum, { transferSize }) => sum + transferSize, 0) };
    },
  };
}`;

/** Prepares a tab for measuring; before it goes anywhere. */
export async function addClock(page: Page): Promise<void> {
  await page.addInitScript(CLOCK);
}

/** Goes to an address and returns when its content was painted. @param test JavaScript that is true of that content */
export async function measureView(page: Page, address: string, test: string): Promise<FirstView> {
  await page.goto(address, { waitUntil: 'commit' });
  const shownMs = await page.evaluate<number>(`pageClock.shown(() => ${test})`);
  await page.waitForLoadState('load');
  return { shownMs, ...(await page.evaluate<Omit<FirstView, 'shownMs'>>('pageClock.loaded()')) };
}

/** Measures what follows an input. @param test JavaScript that is true once the answer is shown, and false before */
export async function measureInput(page: Page, input: () => Promise<void>, test: string): Promise<Interaction> {
  if (await page.evaluate<boolean>(`Boolean(${test})`)) throw new Error(`already shown: ${test}`);
  await page.evaluate(`pageClock.begin(() => ${test})`);
  await input();
  return page.evaluate<Interaction>('pageClock.end()');
}
