import { createHash, randomBytes } from "node:crypto";

/** Where browsers report violations of the policy (server/edge/policy-reports.ts). */
export const policyReportsAddress = "/api/policy-reports";

/** Returns a random mark for a render's own scripts; never sent to the browser. */
export function scriptMark(): string {
  return randomBytes(16).toString("base64url");
}

type Allowed = Readonly<Record<string, readonly string[]>>;

/**
 * Strips the marks (nonces) from a rendered page's scripts, and builds a Content-Security-Policy
 * that allows exactly these scripts and what else is `allowed` on this page. Uses digests, as
 * cached pages would reveal a nonce; injected scripts have no mark, so their digest isn't allowed.
 * https://www.w3.org/TR/CSP3/
 */
export function withScriptPolicy(html: string, mark: string, allowed: Allowed = {}) {
  const marked = ` nonce="${mark}"`;
  const digests = new Set<string>();
  for (const [, attributes = "", script = ""] of html.matchAll(
    /<script\b([^>]*)>(.*?)<\/script>/gs,
  )) {
    if (script && attributes.includes(marked)) digests.add(`'sha256-${digestOf(script)}'`);
  }
  return { html: html.replaceAll(marked, ""), policy: policyFor([...digests], allowed) };
}

function digestOf(script: string): string {
  return createHash("sha256").update(script).digest("base64");
}

function policyFor(digests: string[], allowed: Allowed): string {
  const own = [
    // Not 'none': Firefox checks prefetches (`<link rel="prefetch">`) against this alone.
    "default-src 'self'",
    "object-src 'none'",
    ["script-src 'self'", ...digests].join(" "),
    // Inline styles position menus and draw charts; without scripts they do little harm.
    "style-src 'self' 'unsafe-inline'",
    // `data:` for previews, `blob:` for images being uploaded, https: for images in a bucket.
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Deprecated for `report-to`, but all browsers report to this.
    `report-uri ${policyReportsAddress}`,
  ];
  const names = own.map((directive) => directive.split(" ", 1)[0]);
  const others = Object.keys(allowed).filter((name) => !names.includes(name));
  return [...own, ...others]
    .map((directive) => [directive, ...(allowed[directive.split(" ", 1)[0] ?? ""] ?? [])].join(" "))
    .join("; ");
}
