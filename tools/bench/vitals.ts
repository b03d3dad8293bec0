import type { Page } from "@playwright/test";

declare global {
  interface Window {
    vitals: { lcp: number; cls: number; interactions: number[] };
  }
}

/**
 * Records the metrics of https://web.dev/articles/vitals from the start of a page. CLS is the sum
 * of all shifts without user input, which is never less than the worst session window.
 */
export function watchVitals(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const vitals = { lcp: 0, cls: 0, interactions: [] as number[] };
    window.vitals = vitals;
    function watch(
      type: string,
      note: (entry: PerformanceEntry & Record<string, number>) => void,
      options?: { durationThreshold: number },
    ) {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          note(entry as PerformanceEntry & Record<string, number>);
        }
      }).observe({ type, buffered: true, ...options });
    }
    watch("largest-contentful-paint", ({ startTime }) => {
      vitals.lcp = startTime;
    });
    watch("layout-shift", ({ value = 0, hadRecentInput }) => {
      if (!hadRecentInput) vitals.cls += value;
    });
    const note = ({ interactionId, duration }: Record<string, number>) => {
      if (interactionId && duration) vitals.interactions.push(duration);
    };
    // The minimum that browsers report; the first input is always reported.
    watch("event", note, { durationThreshold: 16 });
    watch("first-input", note);
  });
}

/** Returns the values recorded so far. */
export async function vitalsOf(page: Page): Promise<Window["vitals"]> {
  return page.evaluate(async () => {
    // The last paint is only reported after further frames.
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    return window.vitals;
  });
}
