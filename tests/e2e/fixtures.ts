import { test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";
import { TOAST_DURATION_MS } from "#app/components/toast/toast-store.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";

interface TestFixtures {
  /** Console messages that a test expects; any other error fails it. */
  expectedErrors: RegExp[];
  watchConsole: undefined;
  keepToasts: undefined;
}

interface WorkerFixtures {
  /** The shop shared by the tests of one worker; tests that break things start their own. */
  shop: RunningShop;
}

/**
 * A shop's start has its own timeout, so that a worker's first test has as much time as the others.
 * The same budget covers its stop, where running out fails the whole run rather than a test, so it
 * is generous for a machine whose disk is slow.
 */
export const ofWorker = { scope: "worker", timeout: 180_000 } as const;

/** Fixtures of every browser test; tests with another kind of shop extend them. */
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
      // Libraries may catch policy violations, but the browser still reports them to the shop.
      context.on("request", (request) => {
        if (request.url().endsWith("/api/policy-reports")) note(`reported: ${request.postData()}`);
      });
      await use(undefined);
      expect(unexpected, "errors in the browser's console").toEqual([]);
    },
    { auto: true },
  ],
  // A toast disappears after 5 s, too soon for a test on a busy machine.
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

/** Returns the text of the toast on the screen; its announcement for screen readers repeats it. */
export function toastText(page: Page, text: string | RegExp) {
  return page.getByRole("region", { name: /^Notifications/ }).getByText(text, { exact: true });
}

export { expect, type Page };
