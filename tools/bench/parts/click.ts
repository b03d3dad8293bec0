import type { Browser } from "@playwright/test";

declare global {
  interface Window {
    paintedAfter: Promise<number>;
  }
}

/** Returns the ms from clicking a prefetched product until its page is painted, unthrottled. */
export async function clickToPaint(browser: Browser, origin: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  try {
    await page.goto(`${origin}/shop`, { waitUntil: "networkidle" });
    const card = page.getByRole("main").getByRole("article").first().getByRole("link");
    const name = (await card.innerText()).trim();
    const expected = page.waitForResponse((answer) => answer.url().includes(".data"));
    await card.hover();
    await (await expected).finished();
    await page.evaluate((title) => {
      window.paintedAfter = new Promise((done) => {
        addEventListener("click", ({ timeStamp }) => {
          const look = () => {
            const isThere = document.querySelector("h1")?.textContent?.trim() === title;
            if (!isThere) return requestAnimationFrame(look);
            // A task queued in a frame callback runs once that frame has been handed over.
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => done(performance.now() - timeStamp);
            return port2.postMessage(null);
          };
          requestAnimationFrame(look);
        });
      });
    }, name);
    await card.click();
    return await page.evaluate(() => window.paintedAfter);
  } finally {
    await context.close();
  }
}
