import { expect, test } from "vitest";
import { scriptsLast } from "./first-paint.server.ts";

const page =
  '<head><link rel="modulepreload" href="/a.js"/></head><body>' +
  '<script nonce="m">context()</script><script nonce="m" type="module" async="">start()</script></body>';

test("delays the scripts, and adds one that starts them", () => {
  const html = scriptsLast(page, "m");
  expect(html).not.toContain("<link");
  expect(html).toContain('["/a.js"]');
  expect(html).toContain('<script nonce="m">context()</script>');
  expect(html).toMatch(
    /<script nonce="m">addEventListener\(.+\);<\/script><script nonce="m" type="later">start\(\)<\/script>/s,
  );
  expect(html).not.toContain('type="module"');
});

test("leaves a page without scripts unchanged", () => {
  const other = page.replaceAll('nonce="m"', 'nonce="n"');
  expect(scriptsLast(other, "m")).toBe(other);
});
