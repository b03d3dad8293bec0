import type { Page } from "@playwright/test";

declare global {
  interface Window {
    vitals: { lcp: number; cls: number; interactions: number[] };
  }
}

/**
 * Notes down from a page's beginning what https://web.dev/articles/vitals asks for. CLS is the sum of
 * all shifts that nobody caused by hand, which is never less than the worst burst of them.
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
    // The shortest that browsers tell of; the first input is told of however short.
    watch("event", note, { durationThreshold: 16 });
    watch("first-input", note);
  });
}

/** What has been noted down so far. */
export async function vitalsOf(page: Page): Promise<Window["vitals"]> {
  return page.evaluate(async () => {
    // What was painted last is told of with the frames after it.
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    return window.vitals;
  });
}
