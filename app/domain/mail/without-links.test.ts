import { expect, it } from "vitest";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { composeMail } from "./compose-mail.ts";
import { unlinked } from "./without-links.ts";

it("breaks up every web address in a text, and nothing else", () => {
  for (const address of [
    "https://evil.example.net/pay?x=1",
    "http://192.0.2.1/pay",
    "www.evil.example.net",
    "evil.example.net",
    "évil.example",
    "(evil.example.net)",
    "x@evil.example.net/pay",
    // Only whole words are email addresses.
    "evil.example.net,jo@example.com",
    "evil.example.net)jo@example.com",
    "www.evil.example@example.com",
    // Dots of other scripts, and letters followed by dots.
    "evil。example。net",
    "evil．net/pay",
    "evile\u0301.example",
    "उदाहरणम्.भारत",
    "🥩.example",
    "192.0.2.1/pay",
    "http:\\\\evil.example.net",
  ]) {
    const broken = unlinked(`See ${address}, please`);
    expect(broken).not.toContain(address);
    expect(broken.replaceAll("\u200b", "")).toBe(`See ${address}, please`);
  }
  const addresses = ["jo@example.com", "<jo.o'hara+beef@example.com>,", "(jo@example.com)."];
  for (const text of [
    ...addresses,
    "5.25 lb at $12.40/lb",
    "2 p.m. to 4 p.m.",
    "No. 5",
    "1.5.2027",
    "$1,299.50",
  ]) {
    expect(unlinked(text)).toBe(text);
  }
});

it("breaks up every web address in an email except its own links and trusted text", () => {
  const typed = "https://evil.example.net";
  const { company } = sampleShop();
  const { subject, text, html } = composeMail(company, {
    subject: typed,
    preview: typed,
    title: typed,
    reason: typed,
    blocks: [
      { kind: "paragraph", text: typed },
      { kind: "aside", text: typed, url: "https://shop.example.com/a" },
      { kind: "quote", title: typed, text: typed },
      { kind: "link", label: typed, url: "https://shop.example.com/b" },
      { kind: "facts", rows: [{ label: typed, value: typed }] },
      {
        kind: "table",
        caption: typed,
        sums: [{ label: typed, amount: "$1.00" }],
        rows: [{ name: typed, detail: typed, remark: typed, amount: "$1.00" }],
        total: { label: "Total", amount: "$1.00" },
      },
    ],
  });
  for (const part of [subject, text, html]) expect(part).not.toContain(typed);
  expect(text.match(/https:\/\/\S+/g)?.filter((found) => !found.includes("\u200b"))).toEqual([
    "https://shop.example.com/a",
    "https://shop.example.com/b",
  ]);
  const owners = { kind: "paragraph" as const, text: typed, trusted: true };
  const draft = { subject: "A", preview: "A", title: "A", reason: "A", blocks: [owners] };
  expect(composeMail(company, draft).text).toContain(typed);
});
