import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EntryContext } from "react-router";
import stylesheet from "./app.css?url";

/** The built server stands beside the browser's files. In development Vite serves styles itself. */
const styles = import.meta.env.PROD
  ? readFileSync(join(import.meta.dirname, "../client", stylesheet), "utf8")
  : null;

/**
 * The stylesheet's text for a page that may be the first that somebody sees of the shop, and that is
 * mostly answered from memory; null for the pages behind the sign-in, which are made for each request.
 */
export function stylesFor({ staticHandlerContext }: EntryContext): string | null {
  const isPublic = staticHandlerContext.matches.some(({ route }) =>
    route.id.startsWith("routes/storefront/"),
  );
  return isPublic ? styles : null;
}

/**
 * Runs in the browser. Scripts begin when the page has been read and the picture of its first screen
 * is there, or has failed, or takes long. Before the page counts as loaded: that waits for them.
 */
const start = `addEventListener("DOMContentLoaded", () => {
  const picture = document.querySelector("img[fetchpriority=high]");
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
  if (!picture || picture.complete) return begin();
  picture.addEventListener("load", begin);
  picture.addEventListener("error", begin);
  setTimeout(begin, 2000);
});`;

/**
 * A rendered page whose scripts wait for what is seen first: on a slow line they would share it
 * evenly with the picture and the letters, whatever their priority says.
 *
 * @param mark of the scripts that the render makes itself (script-policy.server.ts)
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
