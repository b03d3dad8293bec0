import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { ask, send } from "#tests/setup/browserless.ts";
import { mailsTo } from "#tests/setup/mail/mail-folder.ts";
import { startSmtpInbox } from "#tests/setup/mail/smtp-inbox.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { openShop, usedShop } from "./own-shop.ts";

const company = "hello@example.com";
const patiently = { timeout: 30_000 };

const message = {
  name: "Jean Sample",
  email: "jean@example.com",
  message: "Do you cut tomahawks?\r\n\r\nSix of them.",
};

const inquiry = {
  recipient: company,
  company: "Harbour Kitchen",
  contact: "Sam Sample",
  email: "sam@example.com",
  phone: "604-555-0177",
  businessType: "restaurant",
  weeklyVolume: "about 120 lb",
  delivery: "undecided",
  notes: "",
};

const forms = [
  { page: "/contact", filled: message, failed: "Message failed" },
  { page: "/wholesale", filled: inquiry, failed: "Inquiry failed" },
] as const;

describe("a submission", () => {
  test("reaches the company and is acknowledged, by a real mail server", async () => {
    const inbox = await startSmtpInbox();
    onTestFinished(() => inbox.stop());
    const shop = await openShop({ ...(await usedShop()), SMTP_URL: inbox.url });
    for (const { page, filled } of forms) {
      const answer = await send(shop.url, page, filled);
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toBe(`${page}?sent#sent`);
    }
    await expect.poll(() => inbox.mails.length, patiently).toBe(4);
    const to = (address: string) =>
      inbox.mails.filter(({ envelope }) => envelope.to.includes(address));
    const replies = to(company).map(({ subject, replyTo }) => [subject, replyTo?.[0]?.address]);
    expect(replies.sort()).toEqual([
      ["Message from Jean Sample", message.email],
      ["Wholesale inquiry from Harbour Kitchen", inquiry.email],
    ]);
    expect(to(message.email)).toMatchObject([{ subject: expect.stringContaining("message") }]);
    expect(to(inquiry.email)).toMatchObject([{ subject: expect.stringContaining("inquiry") }]);
    for (const mail of inbox.mails) expect(mail.envelope.to).toHaveLength(1);
  });
});

describe("a shop with both forms", () => {
  let shop: RunningShop;
  let turn = 0;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.stop());
  beforeEach(() => {
    turn += 1;
  });

  /** Returns an address that no other test uses. */
  const own = () => `${turn}@example.com`;
  const held = () => shop.log().filter(({ msg }) => msg === "a form looked like a robot's");

  test.each(forms)("has the same $page for everybody", async ({ page }) => {
    const [one, other] = await Promise.all([ask(shop.url, page), ask(shop.url, page)]);
    expect(await one.text()).toBe(await other.text());
  });

  test.each(forms)("separates likely spam at $page, and emails nobody", async (form) => {
    const { page, filled } = form;
    const before = held().length;
    const signs: Record<string, string>[] = [
      { website: "https://spam.example" },
      { openFor: "12", sending: "another" },
    ];
    for (const sign of signs) {
      const answer = await send(shop.url, page, { ...filled, email: own(), ...sign });
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toBe(`${page}?sent#sent`);
    }
    await expect.poll(() => held().length).toBe(before + 2);
    // Emails leave in queue order, so spam would have left before.
    await send(shop.url, page, { ...filled, email: `after-${own()}` });
    await expect.poll(() => mailsTo(shop.dataDir, `after-${own()}`), patiently).toHaveLength(1);
    expect(await mailsTo(shop.dataDir, own())).toEqual([]);
  });

  test.each(forms)("shows on $page what is wrong, and keeps the input", async (form) => {
    const { page, filled, failed } = form;
    const answer = await send(shop.url, page, { ...filled, email: "no-address", phone: "" });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain(failed);
    expect(html).toContain("Please enter an email address like name@example.com");
    expect(html).toContain('value="no-address"');
    const kept =
      "company" in filled ? [filled.company, filled.contact] : [filled.name, "tomahawks"];
    for (const text of kept) expect(html).toContain(text);
  });

  test("sends only to the company, whatever the recipient field says", async () => {
    const victim = `victim-${own()}`;
    const answer = await send(shop.url, "/wholesale", {
      ...inquiry,
      company: "Tampering",
      email: own(),
      recipient: victim,
    });
    expect(answer.status).toBe(302);
    await expect.poll(() => mailsTo(shop.dataDir, own()), patiently).toHaveLength(1);
    await expect
      .poll(async () => (await mailsTo(shop.dataDir, company)).map(({ subject }) => subject))
      .toContain("Wholesale inquiry from Tampering");
    expect(await mailsTo(shop.dataDir, victim)).toEqual([]);
    expect(shop.log().some(({ msg }) => msg.includes("another recipient"))).toBe(true);
  });

  test("stores a form sent twice once", async () => {
    const twice = { ...message, name: "Double Press", email: own(), sending: "1-2-3-4" };
    const answers = await Promise.all([
      send(shop.url, "/contact", twice),
      send(shop.url, "/contact", twice),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
    await send(shop.url, "/contact", { ...twice, name: "Afterwards", email: `x${own()}` });
    await expect.poll(() => mailsTo(shop.dataDir, `x${own()}`), patiently).toHaveLength(1);
    expect(await mailsTo(shop.dataDir, own())).toHaveLength(1);
  });

  test.each(forms)("answers anything sent to $page without failing", async (form) => {
    const { page, filled } = form;
    const nasty = [
      "\0",
      "\ud800",
      "'; drop table users; --",
      "x".repeat(100_000),
      "\u202e",
      "{{7*7}}",
    ];
    for (const text of nasty) {
      for (const name of Object.keys(filled)) {
        const answer = await send(shop.url, page, { ...filled, email: "no-address", [name]: text });
        expect(answer.status, `${name} ${text.slice(0, 20)}`).toBe(400);
      }
    }
    const bodies: [string, BodyInit, number][] = [
      ["application/json", "{}", 400],
      ["text/plain", "hello", 400],
      ["multipart/form-data; boundary=x", "--y", 415],
      ["application/x-www-form-urlencoded", "%ff%fe=%00&name[]=1&__proto__=1", 400],
    ];
    for (const [type, body, status] of bodies) {
      const headers = { origin: shop.url, "content-type": type };
      const answer = await fetch(shop.url + page, { method: "POST", headers, body });
      expect(answer.status, type).toBe(status);
    }
    expect(shop.log().filter(({ level }) => level >= 50)).toEqual([]);
  });
});

describe("a rate limit", () => {
  const texts = (count: number) => Array.from({ length: count }, (_, index) => `Message ${index}`);

  test("stops a sender who writes too often from one address, and shows how long to wait", async () => {
    const shop = await openShop(await usedShop());
    const statuses: number[] = [];
    for (const text of texts(5)) {
      const answer = await send(shop.url, "/contact", { ...message, message: text });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([302, 302, 302, 302, 302]);
    const refused = await send(shop.url, "/wholesale", { ...inquiry, email: message.email });
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(3500);
    expect(wait).toBeLessThanOrEqual(3600);
    const html = await refused.text();
    expect(html).toMatch(/Please try again in (59|60) minutes/);
    expect(html).toContain('value="Harbour Kitchen"');
    // It doesn't stop another person behind the same address.
    const other = await send(shop.url, "/contact", { ...message, email: "other@example.com" });
    expect(other.status).toBe(302);
  });

  test("stops a sender who writes too often under many names, also after a restart", async () => {
    const settings = await usedShop();
    const shop = await openShop(settings);
    const forged = { "x-forwarded-for": "198.51.100.7", forwarded: "for=198.51.100.7" };
    const write = (url: string, index: number, headers: Record<string, string>) =>
      fetch(`${url}/contact`, {
        method: "POST",
        redirect: "manual",
        headers: { origin: url, ...headers },
        body: new URLSearchParams({ ...message, email: `${index}@example.com` }),
      });
    for (const [index] of texts(20).entries()) {
      expect((await write(shop.url, index, {})).status).toBe(302);
    }
    expect((await write(shop.url, 20, {})).status).toBe(429);
    await shop.stop();
    const again = await openShop(settings);
    expect((await write(again.url, 21, forged)).status).toBe(429);
  });
});
