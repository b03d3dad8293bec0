import { expect, test } from "vitest";
import { parseConfig } from "./config.ts";
import { gapsIn } from "./config-gaps.ts";

const gaps = (env: Record<string, string>) => gapsIn(parseConfig(env));
const live = { SITE_URL: "https://shop.example.com" };

test("a shop on https is told what it lacks", () => {
  expect(gaps(live)).toEqual([
    "TRUST_PROXY is not set: the limits count all visitors as one",
    "SMTP_URL is not set: e-mails are written to files and reach nobody",
  ]);
});

test("each is told on its own", () => {
  expect(gaps({ ...live, TRUST_PROXY: "127.0.0.1" })).toEqual([expect.stringMatching(/^SMTP_URL/)]);
  expect(gaps({ ...live, SMTP_URL: "smtp://mail.example.com" })).toEqual([
    expect.stringMatching(/^TRUST_PROXY/),
  ]);
});

test("a shop that has both, or that is being tried out, is left in peace", () => {
  expect(gaps({ ...live, TRUST_PROXY: "127.0.0.1", SMTP_URL: "smtp://mail.example.com" })).toEqual(
    [],
  );
  expect(gaps({})).toEqual([]);
  expect(gaps({ SITE_URL: "http://shop.example.com" })).toEqual([]);
});
