import type { Page } from "../orders/orders-page.ts";

/** Adds a scale in continuous mode to the next page's serial port, and counts its requests. */
export async function fakeScale(page: Page) {
  await page.addInitScript(() => {
    const fake = { says: "", asked: [] as string[], opened: null as object | null };
    let speaking: ReturnType<typeof setInterval> | undefined;
    const port = {
      readable: null as ReadableStream | null,
      writable: null as WritableStream | null,
      async open(options: object) {
        fake.opened = options;
        port.readable = new ReadableStream({
          start(controller) {
            speaking = setInterval(() => {
              // In two pieces, as over a slow connection.
              const bytes = new TextEncoder().encode(fake.says);
              if (bytes.length === 0) return;
              controller.enqueue(bytes.slice(0, 5));
              controller.enqueue(bytes.slice(5));
            }, 20);
          },
          cancel: () => clearInterval(speaking),
        });
        port.writable = new WritableStream({
          write: (bytes) => void fake.asked.push(new TextDecoder().decode(bytes)),
        });
      },
      async close() {
        clearInterval(speaking);
        fake.opened = null;
      },
    };
    let isAllowed = sessionStorage.getItem("fake scale") === "allowed";
    const serial = {
      async requestPort() {
        isAllowed = true;
        sessionStorage.setItem("fake scale", "allowed");
        return port;
      },
      getPorts: async () => (isAllowed ? [port] : []),
    };
    Object.defineProperty(navigator, "serial", { value: serial, configurable: true });
    Object.assign(window, { fakeScale: fake });
  });

  type WithScale = { fakeScale: { says: string; asked: string[]; opened: object | null } };
  return {
    say: (text: string) =>
      page.evaluate((said) => {
        (window as unknown as WithScale).fakeScale.says = said;
      }, text),
    seen: () =>
      page.evaluate(() => {
        const { asked, opened } = (window as unknown as WithScale).fakeScale;
        return { asked: [...new Set(asked)], opened };
      }),
  };
}
