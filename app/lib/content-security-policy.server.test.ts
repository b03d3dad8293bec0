import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { scriptMark, withScriptPolicy } from "./content-security-policy.server.ts";

const digest = (script: string) =>
  `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

describe("withScriptPolicy", () => {
  const mark = scriptMark();
  const page = [
    `<script nonce="${mark}">first()</script>`,
    `<script type="module" nonce="${mark}" async="">second(\n)</script>`,
    `<script nonce="${mark}" src="/assets/a.js"></script>`,
    `<link rel="modulepreload" nonce="${mark}" href="/assets/b.js">`,
    "<p>text</p><script>smuggled()</script>",
    '<script nonce="guessed">smuggled(2)</script>',
  ].join("");
  const { html, policy } = withScriptPolicy(page, mark);
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(" ");

  it("allows only the marked scripts and our own files", () => {
    expect(scripts).toEqual(["'self'", digest("first()"), digest("second(\n)")]);
  });

  it("removes every mark (nonce) from the page and leaves the rest unchanged", () => {
    expect(html).toBe(page.replaceAll(` nonce="${mark}"`, ""));
    expect(html).not.toContain(mark);
  });

  it("forbids framing, other base URLs, foreign form targets and other inline scripts", () => {
    for (const rule of ["frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"]) {
      expect(policy).toContain(rule);
    }
    expect(scripts).not.toContain("'unsafe-inline'");
  });
});

it("withScriptPolicy allows additional origins only on the page that requests them", () => {
  const allowed = { "script-src": ["https://a.example"], "frame-src": ["https://b.example"] };
  const { policy } = withScriptPolicy("<p>card</p>", scriptMark(), allowed);
  expect(policy).toContain("script-src 'self' https://a.example;");
  expect(policy).toMatch(/; frame-src https:\/\/b\.example$/);
  expect(policy).toContain("connect-src 'self';");
  expect(withScriptPolicy("<p>card</p>", scriptMark()).policy).not.toContain(".example");
});

it("withScriptPolicy asks browsers to report violations", () => {
  expect(withScriptPolicy("<p>text</p>", scriptMark()).policy).toContain(
    "; report-uri /api/policy-reports",
  );
});

it("scriptMark returns a new mark each time", () => {
  expect(new Set(Array.from({ length: 50 }, scriptMark)).size).toBe(50);
});
