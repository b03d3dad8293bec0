import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { Builder, By, Key, type WebDriver } from "selenium-webdriver";
import { freePort } from "#tests/setup/shops/shop.ts";
import type { Driver } from "./visitor.ts";

const libraries = "/usr/lib/x86_64-linux-gnu";

/** Opens the engine of Safari and of every iPad browser, in its Debian package's browser. */
export async function openWebKit(width: number): Promise<Driver> {
  const display = await openScreen();
  const port = await freePort();
  const program = spawn("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
    env: { ...process.env, DISPLAY: display.name, TZ: "America/Vancouver", LANG: "en_CA.UTF-8" },
    stdio: "ignore",
  });
  try {
    const browser = await connect(port);
    await browser.manage().window().setRect({ x: 0, y: 0, width, height: 900 });
    return {
      open: async (url) => {
        await browser.get(url);
        await browser.executeScript(listen);
      },
      ask: (body, ...args) =>
        browser.executeScript(`return (function (...args) {${body}})(...arguments)`, ...args),
      click: async (selector) => browser.findElement(By.css(selector)).click(),
      type: async (text) => browser.switchTo().activeElement().sendKeys(text),
      key: async (name) =>
        browser
          .switchTo()
          .activeElement()
          .sendKeys({ Enter: Key.ENTER, Tab: Key.TAB, Backspace: Key.BACK_SPACE }[name]),
      errors: () => browser.executeScript("return globalThis.errorsSeen ?? []"),
      close: async () => {
        await browser.quit();
        await end(program);
        await end(display.server);
      },
    };
  } catch (error) {
    await end(program);
    await end(display.server);
    throw error;
  }
}

/** WebKit doesn't report its console to the driver, so the page records errors itself. */
const listen = `
  globalThis.errorsSeen = [];
  addEventListener("error", (event) => errorsSeen.push(String(event.message)));
  addEventListener("unhandledrejection", (event) => errorsSeen.push(String(event.reason)));`;

async function connect(port: number): Promise<WebDriver> {
  const folder = readdirSync(libraries).find((name) => name.startsWith("webkit2gtk-4"));
  const options = {
    binary: `${libraries}/${folder}/MiniBrowser`,
    args: ["--automation"],
  };
  let last: unknown;
  for (let tries = 0; tries < 50; tries++) {
    try {
      return await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities({ browserName: "MiniBrowser", "webkitgtk:browserOptions": options })
        .build();
    } catch (error) {
      last = error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  throw last;
}

/** Starts a virtual screen, which this browser needs. The X server chooses a free number. */
async function openScreen(): Promise<{ name: string; server: ChildProcess }> {
  const server = spawn(
    "Xvfb",
    ["-displayfd", "3", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
    {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    },
  );
  const [number] = await once(server.stdio[3] as NodeJS.ReadableStream, "data");
  return { name: `:${String(number).trim()}`, server };
}

async function end(program: ChildProcess) {
  if (program.exitCode !== null || program.signalCode !== null) return;
  program.kill();
  await once(program, "exit");
}
