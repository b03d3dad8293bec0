import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { maxUploadBytes } from "#app/features/images/upload/image-upload.ts";

// What can be said of the samples in deploy/ without the servers they are for; with them they are
// tried in tests/process/reverse-proxies.test.ts.

const sample = (name: string) => readFile(join(import.meta.dirname, "../deploy", name), "utf8");
const directives = (text: string) => text.replace(/^\s*#.*$/gm, "");

describe("the sample for nginx", async () => {
  const text = directives(await sample("nginx.conf"));

  it("lets the largest image through", () => {
    const [, megabytes = ""] = /client_max_body_size (\d+)m;/.exec(text) ?? [];
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(maxUploadBytes);
  });

  it("says who asks, in place of what they say of themselves", () => {
    expect(text).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
    expect(text).toContain("proxy_set_header Host $host;");
  });

  it("keeps its connections to the shop", () => {
    expect(text).toContain("proxy_http_version 1.1;");
    expect(text).toContain('proxy_set_header Connection "";');
  });
});

describe("the sample for Caddy", async () => {
  const text = directives(await sample("Caddyfile"));

  it("lets the largest image through", () => {
    const [, megabytes = ""] = /max_size (\d+)MB/.exec(text) ?? [];
    expect(Number(megabytes) * 1_000_000).toBeGreaterThan(maxUploadBytes);
  });

  it("leaves X-Forwarded-For to Caddy", () => {
    expect(text).toContain("reverse_proxy 127.0.0.1:3000");
    expect(text).not.toMatch(/header_up|trusted_proxies/);
  });
});
