import { afterAll, beforeAll, expect, it } from "vitest";
import { queuedMail } from "#tests/setup/mail/queued-mail.ts";
import { type ReceivedMail, type SmtpInbox, startSmtpInbox } from "#tests/setup/mail/smtp-inbox.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { composeMail } from "./compose-mail.ts";
import { type QueuedMail, smtpTransport } from "./mail-transport.server.ts";

let inbox: SmtpInbox;

beforeAll(async () => {
  inbox = await startSmtpInbox();
});
afterAll(() => inbox.stop());

async function delivered(overrides: Partial<QueuedMail>): Promise<ReceivedMail> {
  await smtpTransport(inbox.url, sampleShop()).deliver(
    queuedMail(overrides),
    AbortSignal.timeout(10_000),
  );
  const mail = inbox.mails.at(-1);
  if (!mail) throw new Error("Nothing arrived");
  return mail;
}

const names = ({ headers }: ReceivedMail) => headers.map(({ key }) => key).sort();

it("sends from the company's address, with the id and date of the outbox row", async () => {
  const id = "0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d11";
  const mail = await delivered({ id, replyTo: "owner@example.com" });
  expect(mail.envelope).toEqual({ from: sampleShop().company.email, to: ["chef@example.com"] });
  expect(mail.from).toEqual({
    name: sampleShop().company.name,
    address: sampleShop().company.email,
  });
  expect(mail.to).toEqual([{ name: "", address: "chef@example.com" }]);
  expect(mail.replyTo).toEqual([{ name: "", address: "owner@example.com" }]);
  expect(mail.messageId).toBe(`<${id}@example.com>`);
  expect(mail.date).toBe("2026-03-08T17:00:00.000Z");
  expect(mail.headers).toContainEqual(
    expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
  );
});

it("adds unsubscribe headers if the email has an unsubscribe link", async () => {
  const unsubscribeUrl = `https://shop.example.com/unsubscribe?token=${"aB3-".repeat(30)}`;
  const { headers } = await delivered({ unsubscribeUrl });
  const { value } = headers.find(({ key }) => key === "list-unsubscribe") ?? {};
  expect(String(value).replace(/\s/g, "")).toBe(`<${unsubscribeUrl}>`);
  expect(headers).toContainEqual(
    expect.objectContaining({
      key: "list-unsubscribe-post",
      value: "List-Unsubscribe=One-Click",
    }),
  );
  expect(names(await delivered({}))).not.toContain("list-unsubscribe");
});

it("delivers text and HTML with accents and long lines intact, in lines of at most 78 characters", async () => {
  const url = `https://shop.example.com/reset-password?token=${"aB3-".repeat(60)}`;
  const long = "Bœuf d’été à l’hôtel, garçon! 北京 🥩 ".repeat(40).trim();
  const mail = await delivered({
    subject: `Commande reçue: Bœuf & Frères Ltée, ${"très ".repeat(20)}longue`,
    text: `${long}\n\n.\n.hidden\n${url}\n`,
    html: `<p>${long}</p>\n<a href="${url}">x</a>\n`,
  });
  expect(mail.subject).toBe(`Commande reçue: Bœuf & Frères Ltée, ${"très ".repeat(20)}longue`);
  expect(mail.text?.trimEnd()).toBe(`${long}\n\n.\n.hidden\n${url}`);
  expect(mail.html?.trimEnd()).toBe(`<p>${long}</p>\n<a href="${url}">x</a>`);
  const lines = mail.raw.split("\r\n");
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(78);
});

it("never turns typed text into a header or a recipient", async () => {
  const plain = names(await delivered({}));
  const smuggling = "Order\r\nBcc: everybody@example.com\r\n\r\n<script>";
  const mail = await delivered({ subject: smuggling });
  expect(names(mail)).toEqual(plain);
  expect(mail.bcc).toBeUndefined();
  expect(mail.text?.trimEnd()).toBe("Hello.");
  const list = await delivered({ recipient: "everybody,chef@example.com" });
  expect(list.envelope.to).toEqual([expect.stringMatching(/^"?everybody,chef"?@example\.com$/)]);
});

it("shows the attached logo, or the company's name if images are off", async () => {
  const digest = "ab".repeat(32);
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
  const company = { ...sampleShop().company, name: "Fish & Beef", paperLogo: digest };
  const draft = { subject: "Hello", preview: "", blocks: [], reason: "You asked." };
  const { html, text } = composeMail(company, draft);
  expect(html).toContain('alt="Fish &amp; Beef"');
  expect(text).toBe(composeMail({ ...company, paperLogo: null }, draft).text);
  const asked: string[] = [];
  const transport = smtpTransport(inbox.url, sampleShop(), async (one) => {
    asked.push(one);
    return png;
  });
  await transport.deliver(queuedMail({ html, text }), AbortSignal.timeout(10_000));
  const { raw } = inbox.mails.at(-1) ?? { raw: "" };
  expect(asked).toEqual([digest]);
  expect(raw).toMatch(new RegExp(`Content-ID:\\s+<logo-${digest}@mail>`));
  expect(raw).toMatch(/Content-Disposition: inline/);
  expect(raw).toContain(Buffer.from(png).toString("base64"));
  // Logos that aren't ours are not looked up, whatever was typed.
  const typed = { html: "<p>cid:logo-x@mail &quot;cid:logo-" };
  await transport.deliver(queuedMail(typed), AbortSignal.timeout(10_000));
  expect(asked).toHaveLength(1);
});
