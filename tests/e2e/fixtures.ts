import { test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";
import { TOAST_DURATION_MS } from "#app/components/toast/toast-store.ts";
import { type RunningShop, startShop } from "#tests/setup/shop.ts";

interface TestFixtures {
  /** Messages of the browser's console that a test expects; any other error fails it. */
  expectedErrors: RegExp[];
  watchConsole: undefined;
  keepToasts: undefined;
}

interface WorkerFixtures {
  /** The shop that the tests of one worker share; tests that break things start their own. */
  shop: RunningShop;
}

/** A shop's start has a time of its own: the first test of a worker has as much as the others. */
export const ofWorker = { scope: "worker", timeout: 60_000 } as const;

/** What every test in a browser has; those with another kind of shop extend it. */
export const watchedTest = base.extend<TestFixtures>({
  expectedErrors: [[], { option: true }],
  watchConsole: [
    async ({ context, expectedErrors }, use) => {
      const unexpected: string[] = [];
      const note = (text: string) => {
        if (!expectedErrors.some((expected) => expected.test(text))) unexpected.push(text);
      };
      context.on("console", (message: ConsoleMessage) => {
        if (message.type() === "error") note(message.text());
      });
      context.on("weberror", (error) => note(String(error.error())));
      // What the page's policy forbids is caught by some libraries, and told to the shop all the same.
      context.on("request", (request) => {
        if (request.url().endsWith("/api/policy-reports")) note(`reported: ${request.postData()}`);
      });
      await use(undefined);
      expect(unexpected, "errors in the browser's console").toEqual([]);
    },
    { auto: true },
  ],
  // A toast goes after 5 s: a test that a busy machine held up for as long would look too late.
  keepToasts: [
    async ({ context }, use) => {
      await context.addInitScript((toastMs) => {
        const { setTimeout } = window;
        window.setTimeout = ((act: TimerHandler, ms?: number, ...rest: unknown[]) =>
          setTimeout(act, ms === toastMs ? 3 * ms : ms, ...rest)) as typeof window.setTimeout;
      }, TOAST_DURATION_MS);
      await use(undefined);
    },
    { auto: true },
  ],
});

export const test = watchedTest.extend<object, WorkerFixtures>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startShop();
      await use(shop);
      await shop.stop();
    },
    ofWorker,
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
});

/** The words of the toast on the screen; what is announced to screen readers repeats them. */
export function toastText(page: Page, text: string | RegExp) {
  return page.getByRole("region", { name: /^Notifications/ }).getByText(text, { exact: true });
}

export { expect, type Page };
