import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EntryContext } from "react-router";
import stylesheet from "./app.css?url";
import { stylesUsedBy } from "./carried-styles.server.ts";
import { precedence } from "./stylesheet.tsx";

/** The server build is beside the client's files. In development Vite serves the styles itself. */
const usedStyles = import.meta.env.PROD
  ? stylesUsedBy(readFileSync(join(import.meta.dirname, "../client", stylesheet), "utf8"))
  : null;

/**
 * True if the page carries its styles: public pages, which may be a visitor's first and are mostly
 * served from cache, and the driver's, which is opened on the road. Pages behind the sign-in are
 * rendered per request, and link to the stylesheet.
 */
export function carriesStyles({ staticHandlerContext }: EntryContext): boolean {
  return (
    usedStyles !== null &&
    staticHandlerContext.matches.some(({ route }) => /^routes\/(storefront|run)\//.test(route.id))
  );
}

/** Adds the rules that a rendered page uses. The whole sheet comes later, with the scripts. */
export function withStyles(html: string): string {
  const style = `<style data-precedence="${precedence}">${usedStyles?.(html)}</style>`;
  // Last in the head, after the preloads.
  return html.replace("</head>", () => `${style}</head>`);
}

/**
 * Runs in the browser. Fetches the sheet and the scripts once the page is parsed and the image
 * above the fold has loaded, failed or taken too long: before the load event, which waits for them.
 * The scripts start after the sheet, as what they change may need other rules than the page
 * carries.
 */
const start = (scripts: string[]) => `addEventListener("DOMContentLoaded", () => {
  const image = document.querySelector("img[fetchpriority=high]");
  let hasBegun = false;
  function add(name, properties) {
    return document.head.appendChild(Object.assign(document.createElement(name), properties));
  }
  function run() {
    const { textContent } = document.querySelector("script[type=later]");
    add("script", { type: "module", textContent });
  }
  function begin() {
    if (hasBegun) return;
    hasBegun = true;
    const sheet = add("link", { rel: "stylesheet", href: "${stylesheet}", onload: run, onerror: run });
    sheet.dataset.precedence = "${precedence}";
    for (const href of ${JSON.stringify(scripts)}) add("link", { rel: "modulepreload", href });
  }
  if (!image || image.complete) return begin();
  image.addEventListener("load", begin);
  image.addEventListener("error", begin);
  setTimeout(begin, 2000);
});`;

/**
 * Delays a rendered page's scripts, and the sheet, until the page is parsed and its main image has
 * loaded: on slow connections they would compete with it and the fonts, whatever their priority.
 * `nonce` marks the render's own scripts (content-security-policy.server.ts).
 */
export function scriptsLast(html: string, nonce: string): string {
  const begin = `<script nonce="${nonce}" type="module" async="">`;
  if (!html.includes(begin)) return html;
  const scripts: string[] = [];
  const rest = html.replace(/<link rel="modulepreload" href="([^"]+)"[^>]*>/g, (_, href) => {
    scripts.push(href);
    return "";
  });
  return rest.replace(
    begin,
    `<script nonce="${nonce}">${start(scripts)}</script><script nonce="${nonce}" type="later">`,
  );
}
