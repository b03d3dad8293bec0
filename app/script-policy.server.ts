import { createHash, randomBytes } from "node:crypto";

/** Marks the scripts that a render makes itself; a new one for each render, and never sent. */
export function scriptMark(): string {
  return randomBytes(16).toString("base64url");
}

/**
 * A rendered page without the marks (nonces) of its scripts, and the Content-Security-Policy that
 * lets exactly these scripts run: by their digests, since a page that is kept and given to many
 * would give a nonce away. A script that found its way into the page otherwise has no mark, so its
 * digest is not among them. https://www.w3.org/TR/CSP3/
 */
export function withScriptPolicy(html: string, mark: string) {
  const marked = ` nonce="${mark}"`;
  const digests = new Set<string>();
  for (const [, attributes = "", script = ""] of html.matchAll(
    /<script\b([^>]*)>(.*?)<\/script>/gs,
  )) {
    if (script && attributes.includes(marked)) digests.add(`'sha256-${digestOf(script)}'`);
  }
  return { html: html.replaceAll(marked, ""), policy: policyFor([...digests]) };
}

function digestOf(script: string): string {
  return createHash("sha256").update(script).digest("base64");
}

function policyFor(digests: string[]): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...digests].join(" "),
    // Style attributes place menus and draw charts; without scripts they can do little harm.
    "style-src 'self' 'unsafe-inline'",
    // `data:` for the small previews within a page, `blob:` for a picture that is about to be sent,
    // https: for pictures in a bucket.
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
