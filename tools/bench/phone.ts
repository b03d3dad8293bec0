import type { Browser, CDPSession, Page } from "@playwright/test";

const kbps = 1000 / 8;

/** A mid-range phone on a slow network, with Lighthouse's settings. */
const slowPhone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** Opens a page in a new context on the slow phone: empty cache, not signed in. */
export async function openSlowPhone(browser: Browser): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext(slowPhone);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1600 * kbps,
    uploadThroughput: 750 * kbps,
  });
  return { page, cdp };
}

/** Counts network transfers since the call, in bytes on the wire including headers. */
export function countTraffic(cdp: CDPSession) {
  const traffic = { requests: 0, bytes: 0 };
  cdp.on("Network.loadingFinished", ({ encodedDataLength }) => {
    traffic.requests++;
    traffic.bytes += encodedDataLength;
  });
  return traffic;
}
