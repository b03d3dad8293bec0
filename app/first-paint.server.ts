import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EntryContext } from "react-router";
import stylesheet from "./app.css?url";

/** The server build is beside the client's files. In development Vite serves the styles itself. */
const styles = import.meta.env.PROD
  ? readFileSync(join(import.meta.dirname, "../client", stylesheet), "utf8")
  : null;

/**
 * Returns the stylesheet to inline in public pages, which may be a visitor's first and are mostly
 * served from cache, and in the driver's, which is opened on the road; null for pages behind the
 * sign-in, which are rendered per request.
 */
export function stylesFor({ staticHandlerContext }: EntryContext): string | null {
  const isPublic = staticHandlerContext.matches.some(({ route }) =>
    /^routes\/(storefront|run)\//.test(route.id),
  );
  return isPublic ? styles : null;
}

/**
 * Runs in the browser. Starts the scripts once the page is parsed and the image above the fold
 * has loaded, failed or taken too long. Before the load event, which waits for them.
 */
const start = `addEventListener("DOMContentLoaded", () => {
  const image = document.querySelector("img[fetchpriority=high]");
  let isBegun = false;
  function begin() {
    if (isBegun) return;
    isBegun = true;
    for (const link of document.querySelectorAll("link[rel=later]")) link.rel = "modulepreload";
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = document.querySelector("script[type=later]").textContent;
    document.head.append(script);
  }
  if (!image || image.complete) return begin();
  image.addEventListener("load", begin);
  image.addEventListener("error", begin);
  setTimeout(begin, 2000);
});`;

/**
 * Delays a rendered page's scripts until the first paint: on slow connections they would compete
 * with the image and the fonts, whatever their priority.
 *
 * @param mark the mark of the render's own scripts (content-security-policy.server.ts)
 */
export function scriptsLast(html: string, mark: string): string {
  const begin = `<script nonce="${mark}" type="module" async="">`;
  if (!html.includes(begin)) return html;
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace(
      begin,
      `<script nonce="${mark}">${start}</script><script nonce="${mark}" type="later">`,
    );
}
