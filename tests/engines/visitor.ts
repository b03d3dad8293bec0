import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, vi } from "vitest";

export interface Driver {
  open(url: string): Promise<void>;
  /** Runs a function body in the page; arguments and result must be JSON. */
  ask<T>(body: string, ...args: unknown[]): Promise<T>;
  /** Scrolls the one matching element into view and clicks its centre. */
  click(selector: string): Promise<void>;
  /** Presses keys as a keyboard would: a text, or `Enter`, `Tab` and the like by `key`. */
  type(text: string): Promise<void>;
  key(name: "Enter" | "Tab" | "Backspace"): Promise<void>;
  /** Script errors of the page since the browser was opened. */
  errors(): Promise<string[]>;
  close(): Promise<void>;
}

/** An element by its role and its accessible name, or by its label. */
export type Target = readonly [role: string, name: string | RegExp];

const finder = readFileSync(
  fileURLToPath(import.meta.resolve("@testing-library/dom/dist/@testing-library/dom.umd.min.js")),
  "utf8",
);

/** Marks visible elements of a role and name in the open dialog or the page; returns the number. */
const mark = `
  const [role, name, flags, n] = args;
  const library = globalThis.TestingLibraryDom;
  if (!library) return -1;
  const dialogs = document.querySelectorAll("[role=dialog], dialog[open]");
  const root = dialogs[dialogs.length - 1] ?? document.body;
  const found = library
    .queryAllByRole(root, role, { name: flags === null ? name : new RegExp(name, flags) })
    .filter((element) => element.getClientRects().length > 0);
  for (const old of document.querySelectorAll("[data-aim]")) old.removeAttribute("data-aim");
  found[0]?.setAttribute("data-aim", String(n));
  found[0]?.scrollIntoView({ block: "center", behavior: "instant" });
  return found[0]?.matches(":disabled") ? 0 : found.length;`;

const words = "return document.body.innerText";

const focused = `
  const at = document.activeElement;
  return at?.getAttribute("aria-label") ?? at?.labels?.[0]?.innerText ?? "";`;

const patience = { timeout: 20_000, interval: 100 };

/** A person at a browser, who finds elements as a screen reader does and waits for them. */
export class Visitor {
  readonly #driver: Driver;
  #aims = 0;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  open = (url: string) => this.#driver.open(url);

  /** Clicks the first visible element of the role and name; again if the page has rerendered. */
  async press(...target: Target) {
    await vi.waitFor(async () => this.#driver.click(await this.#aimAt(target)), patience);
  }

  async fill(name: string | RegExp, text: string, role = "textbox") {
    await this.press(role, name);
    await this.#driver.ask("document.activeElement.select?.()");
    await this.#driver.type(text);
  }

  /** A password field has no role, so it is found by its name. */
  async fillPassword(text: string) {
    await this.#driver.click("input[type=password]");
    await this.#driver.type(text);
  }

  type = (text: string) => this.#driver.type(text);
  key = (name: "Enter" | "Tab" | "Backspace") => this.#driver.key(name);

  async finds(...target: Target) {
    await this.#aimAt(target);
  }

  async sees(text: string | RegExp) {
    const said = async () => (await this.#driver.ask<string>(words)).replace(/\s+/g, " ");
    await vi.waitFor(async () => expect(await said()).toMatch(text), patience);
  }

  async isAt(name: RegExp) {
    const label = () => this.#driver.ask<string>(focused);
    await vi.waitFor(async () => expect(await label()).toMatch(name), patience);
  }

  widthBeyondScreen = () =>
    this.#driver.ask<number>(
      "return document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );

  errors = () => this.#driver.errors();
  close = () => this.#driver.close();

  async #aimAt([role, name]: Target): Promise<string> {
    const n = ++this.#aims;
    const by = typeof name === "string" ? [name, null] : [name.source, name.flags];
    await vi.waitFor(async () => {
      const count = await this.#driver.ask<number>(mark, role, ...by, n);
      if (count < 0) await this.#driver.ask(finder);
      if (count > 0) return;
      throw new Error(`No ${role} “${name}” can be pressed on:\n${await this.#driver.ask(words)}`);
    }, patience);
    return `[data-aim="${n}"]`;
  }
}
