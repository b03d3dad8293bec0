import puppeteer, { type KeyInput } from "puppeteer-core";
import type { Driver } from "./visitor.ts";

/** Opens Debian's Firefox, driven by its native WebDriver BiDi. */
export async function openFirefox(width: number): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: "/usr/bin/firefox-esr",
    headless: true,
    defaultViewport: { width, height: 800 },
    extraPrefsFirefox: { "intl.accept_languages": "en-CA" },
    env: { ...process.env, TZ: "America/Vancouver" },
  });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return {
    open: async (url) => {
      await page.goto(url);
    },
    ask: (body, ...args) =>
      page.evaluate(`((...args) => {${body}})(...${JSON.stringify(args)})`) as never,
    click: (selector) => page.click(selector),
    type: (text) => page.keyboard.type(text),
    key: (name) => page.keyboard.press(name as KeyInput),
    errors: async () => errors,
    close: () => browser.close(),
  };
}
