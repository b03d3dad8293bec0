import { HtmlValidate, type Message } from "html-validate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listedRoutes } from "#tests/permission/route-table.ts";
import { ask, enter } from "#tests/setup/browserless.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";

// Checks every page that the server renders against the HTML standard: the addresses of
// app/routes.ts, and those linked from their pages.

const validator = new HtmlValidate({ root: true, extends: ["html-validate:standard"] });

let shop: RunningShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

/** Returns a page's mistakes, each kind once; null if it isn't a page. */
async function mistakesOf(path: string, cookie: string) {
  const answer = await ask(shop.url, path, { cookie });
  if (!answer.headers.get("content-type")?.startsWith("text/html")) {
    await answer.body?.cancel();
    return null;
  }
  const html = await answer.text();
  const { results } = await validator.validateString(html);
  const messages = results.flatMap((result) => result.messages);
  return { html, mistakes: [...new Set(messages.map(inWords))] };
}

/** Formats a mistake with its place in the document, but without the row of a list. */
function inWords({ ruleId, message, selector }: Message) {
  return `${ruleId}: ${message} (${selector?.replace(/:nth-child\(\d+\)/g, "")})`;
}

/** Pages that differ only by an id or a name come from the same code. */
function kindOf(path: string) {
  const { pathname, searchParams } = new URL(path, shop.url);
  const steps = pathname.split("/").map((step, at) => (at > 2 && step ? ":x" : step));
  return `${steps.join("/")}?${[...searchParams.keys()].sort().join("&")}`;
}

function linksOf(html: string) {
  const hrefs = html.matchAll(/<a [^>]*?href="(\/[^"#]*)/g);
  return Array.from(hrefs, ([, href = "/"]) => href.replaceAll("&amp;", "&"));
}

const roles = {
  visitor: async () => "",
  client: () => enter(shop.url, shop.demo),
  administrator: () => enter(shop.url, shop.admin),
};

describe.each(Object.entries(roles))("every page that a %s gets", (_, signIn) => {
  test("is valid HTML", async () => {
    const cookie = await signIn();
    const listed = (await listedRoutes()).map(({ path }) => path);
    // Pages without links to them: opened from emails, or after errors.
    const unlinked = ["/login?create", "/reset-password?token=x", "/search?q=steak"];
    const waiting = [...listed, ...unlinked];
    const seen = new Set<string>();
    const wrong: Record<string, string[]> = {};
    let pages = 0;
    for (let path = waiting.shift(); path; path = waiting.shift()) {
      const kind = listed.includes(path) ? path : kindOf(path);
      if (seen.has(kind) || path.startsWith("/api/")) continue;
      seen.add(kind);
      const page = await mistakesOf(path, cookie);
      if (!page) continue;
      pages += 1;
      if (page.mistakes.length > 0) wrong[path] = page.mistakes;
      waiting.push(...linksOf(page.html));
    }
    expect(wrong).toEqual({});
    expect(pages).toBeGreaterThan(20);
  });
});
