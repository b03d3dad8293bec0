import type { Page } from "./fixtures.ts";

declare global {
  interface Window {
    shifts: unknown[];
  }
}

/** Records every layout shift of the following pages. */
export function watchShifts(page: Page) {
  return page.addInitScript(() => {
    window.shifts = [];
    const note = (list: PerformanceObserverEntryList) => window.shifts.push(...list.getEntries());
    new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
  });
}

/** Returns the page's cumulative layout shift so far, and what moved, as text. */
export async function layoutShift(page: Page) {
  const text = await page.evaluate(async () => {
    // The last paint is reported with the next frame.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    return JSON.stringify(window.shifts);
  });
  const shifts: { value: number }[] = JSON.parse(text);
  return { total: shifts.reduce((sum, { value }) => sum + value, 0), shifts: text };
}
