import { eq } from "drizzle-orm";
import sharp from "sharp";
import { extractImages, extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { getInvoiceByToken } from "#app/domain/documents/invoice-document.server.ts";
import { invoiceJob } from "#app/domain/documents/invoice-words.ts";
import { createPrinting } from "#app/domain/papers/printing.server.ts";
import { paperLogoReader } from "#app/domain/pictures/paper-logo.server.ts";
import { companySettings, shopFrom } from "#app/domain/settings/company-settings.ts";
import { openSettings } from "#app/domain/settings/kept-settings.server.ts";
import { settingsScreen } from "#app/features/settings/screens/settings-screens.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { paperLogos } from "#db/schema/money/documents.ts";
import { paymentSettings } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { invoicedOrder } from "#tests/setup/ordering.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { signedIn } from "../process/visit.ts";

let shop: ShopWithin;
let owner: string;

beforeAll(async () => {
  shop = await openShopWithin();
  owner = await signedIn(shop.url, shop.admin);
});
afterAll(() => shop.stop());

const path = (group: string) => `/admin/settings/${group}`;

/** Sends a group's form with its present values and these changes. */
async function save(group: string, changed: Record<string, string>, cookie = owner) {
  const screen = settingsScreen(group);
  if (!screen) throw new Error(`There is no group ${group}`);
  const settings = await openSettings(shop.db, silentLog);
  const values = screen.valuesOf(settings.get(screen.group));
  const version = String(settings.versionOf(screen.group));
  return fetch(shop.url + path(group), {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: cookie, Origin: shop.url },
    body: new URLSearchParams({ ...values, version, ...changed }),
  });
}

const unescaped = (html: string) =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

/** Returns the text fields of a page that a browser would send. */
function fieldsOf(html: string): Record<string, string> {
  const inputs = [...html.matchAll(/<input (?!type="(?:hidden|checkbox)")[^>]*>/g)].map(([tag]) => [
    /name="([^"]*)"/.exec(tag)?.[1] ?? "",
    unescaped(/value="([^"]*)"/.exec(tag)?.[1] ?? ""),
  ]);
  const texts = [...html.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>([^<]*)</g)].map(
    ([, name = "", text = ""]) => [name, unescaped(text)],
  );
  return Object.fromEntries([...inputs, ...texts]);
}

const page = async (address: string, cookie = "") =>
  (await fetch(shop.url + address, { headers: { Cookie: cookie } })).text();

/** Returns the image of shared links and the site's icons, as anybody gets them. */
function brandImages() {
  const addresses = ["images/share.jpg", "apple-touch-icon.png", "favicon.png", "favicon.ico"];
  return Promise.all(
    addresses.map(async (address) => {
      const answer = await fetch(`${shop.url}/${address}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const { width, height } = await sharp(bytes).metadata();
      return { type: answer.headers.get("content-type"), bytes, width, height };
    }),
  );
}

const pdfAt = async (address: string) => (await fetch(shop.url + address)).bytes();

async function invoiceText(address: string) {
  return (await extractText(await pdfAt(address), { mergePages: true })).text;
}

async function imagesOn(pdf: Uint8Array) {
  return (await extractImages(await getDocumentProxy(pdf.slice()), 1)).length;
}

async function addLogo(colour: string): Promise<string> {
  const drawing = { width: 900, height: 300, channels: 4, background: colour } as const;
  const file = await sharp({ create: drawing }).png().toBuffer();
  const answer = await fetch(`${shop.url}/api/images?folder=pages&name=logo`, {
    method: "POST",
    headers: { Cookie: owner, Origin: shop.url },
    body: new Uint8Array(file),
  });
  return ((await answer.json()) as { url: string }).url;
}

async function removeImage(address: string) {
  const path = new URL(address, shop.url).pathname.replace("/photos/", "");
  const answer = await fetch(`${shop.url}/api/images?path=${path}`, {
    method: "DELETE",
    headers: { Cookie: owner, Origin: shop.url },
  });
  expect(answer.status).toBe(200);
}

async function issueInvoice(): Promise<string> {
  const [sample] = await shop.db.select().from(orders).limit(1);
  const open = await insertOrder(shop.db, sample?.customerId ?? "");
  await insertOrderItem(shop.db, open.id);
  const settings = await openSettings(shop.db, silentLog);
  const admin = await signedInAdmin(shop.db);
  const issuer = shopFrom(settings.get, shop.url);
  return (await invoicedOrder(shop.db, admin, open.id, issuer)).invoiceUrl ?? "";
}

describe("a changed company", () => {
  test("is shown immediately on every page and paper, while issued documents keep theirs", async () => {
    // From here on, the page comes from memory.
    expect(await page("/")).toContain("Hundredweight");
    const before = await brandImages();
    const cookie = await signedIn(shop.url, shop.demo);
    const invoices = await fetch(`${shop.url}/dashboard/invoices`, { headers: { Cookie: cookie } });
    const issued = /href="(\/invoices\/[^"]+)"/.exec(await invoices.text())?.[1] ?? "";
    expect(await invoiceText(issued)).toContain("Hundredweight");

    const saved = await save("company", {
      name: "Cedar Creek Meats Ltd.",
      shortName: "Cedar Creek",
      street: "7 Mill Lane",
      city: "Mission",
      phone: "778-555-0101",
      email: "office@cedar.example.com",
      socialLinks: "Instagram https://cedar.example.com/insta",
    });
    expect(saved.status).toBe(302);
    await save("documents", { taxNumber: "GST 987654321 RT0001" });

    const drawn = await brandImages();
    for (const [index, { type, bytes, width, height }] of drawn.entries()) {
      expect(bytes.equals(before[index]?.bytes ?? bytes), type ?? "").toBe(false);
      expect(`${width} × ${height}`).toBe(index === 0 ? "1200 × 630" : `${width} × ${width}`);
    }
    expect(drawn.map(({ type }) => type)).toEqual([
      ...["image/jpeg", "image/png", "image/png", "image/x-icon"],
    ]);

    const home = await page("/");
    expect(/<title>(.*?)<\/title>/.exec(home)?.[1]).toContain("Cedar Creek Meats Ltd.");
    const business = JSON.parse(/ld\+json"[^>]*>(.*?)<\/script>/s.exec(home)?.[1] ?? "");
    expect(business).toMatchObject({
      name: "Cedar Creek Meats Ltd.",
      telephone: "+17785550101",
      address: { streetAddress: "7 Mill Lane", addressLocality: "Mission" },
      sameAs: ["https://cedar.example.com/insta"],
    });
    const footer = home.slice(home.lastIndexOf("<footer"));
    for (const told of ["7 Mill Lane", "778-555-0101", "office@cedar.example.com"]) {
      expect(footer).toContain(told);
    }
    for (const address of ["/", "/contact", "/shop", "/faq", "/privacy", "/login", "/about"]) {
      const html = await page(address);
      expect(html, address).toContain("Cedar Creek");
      expect(html, address).not.toMatch(/Hundredweight|604-555-0142|hello@example|Abbotsford/);
    }

    expect(await invoiceText(issued)).toContain("Hundredweight");
    await shop.db.update(paymentSettings).set({ etransferEmail: "pay@cedar.example.com" });
    const next = await invoiceText(await issueInvoice());
    expect(next).toContain("e-Transfer to pay@cedar.example.com");
    await expect
      .poll(async () => page("/dashboard/invoices", cookie))
      .toContain("e-Transfer to pay@cedar.example.com");
    expect(next).toContain("Cedar Creek Meats Ltd.");
    expect(next).toContain("GST 987654321 RT0001");
    expect(next).toContain("office@cedar.example.com");
    expect(next).not.toContain("Hundredweight");
  });

  test("shows its logo at the top and on papers, and an issued invoice keeps its own", async () => {
    const plain = await issueInvoice();
    const withoutLogo = await pdfAt(plain);
    expect(await imagesOn(withoutLogo)).toBe(0);
    const refused = await save("company", { logo: "/photos/pages/nothing.webp?t=1" });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("There is no such image in the library");

    const red = await addLogo("#aa2211");
    // As copied from the library, where it is shown smaller.
    const copied = shop.url + red.replace("?", "/320.avif?");
    expect((await save("company", { logo: copied })).status).toBe(302);
    expect(await page("/")).toContain(`<img src="${red}" alt="Cedar Creek Meats Ltd."`);
    expect(await page("/")).not.toContain("paperLogo");
    const first = await issueInvoice();
    const issued = await pdfAt(first);
    expect(await imagesOn(issued)).toBe(1);
    expect(await invoiceText(first)).toContain("Cedar Creek Meats Ltd.");

    // Neither another logo, nor its removal from the library, nor another process changes it.
    const blue = await addLogo("#1122aa");
    expect((await save("company", { logo: blue })).status).toBe(302);
    await removeImage(red);
    const printing = createPrinting(paperLogoReader(shop.db));
    onTestFinished(printing.close);
    const asker = { account: "an account", clientAddress: "" };
    const again = async (address: string) => {
      const token = address.slice("/invoices/".length);
      const invoice = await getInvoiceByToken(shop.db, token);
      return invoice && printing.inLine(asker, (print) => print(invoiceJob(invoice)));
    };
    expect(Buffer.from((await again(first)) ?? []).equals(issued)).toBe(true);
    expect(Buffer.from((await again(plain)) ?? []).equals(withoutLogo)).toBe(true);
    expect(Buffer.from((await again(await issueInvoice())) ?? []).equals(issued)).toBe(false);
    await expect(shop.db.delete(paperLogos)).rejects.toThrow();
    // The shop doesn't show what the library no longer has.
    expect(await page("/")).toContain(`<img src="${blue}"`);
    await removeImage(blue);
    await expect.poll(() => page("/")).not.toContain(`<img src="${blue}"`);
    expect(await imagesOn(await pdfAt(await issueInvoice()))).toBe(0);
    expect((await save("company", {})).status).toBe(302);
  });

  test("sends its emails, also test emails", async () => {
    const saved = await save("mail", {
      name: "Cedar orders",
      replyTo: "orders@cedar.example.com",
      intent: "test",
    });
    const headers = { Cookie: owner };
    const saidAt = new URL(saved.headers.get("location") ?? "", shop.url);
    const said = await (await fetch(saidAt, { headers })).text();
    expect(said).toContain(`The test email to ${shop.admin.email} is a file in `);
    expect(said).toMatch(/Emails are files in <?.*\/outbox; nobody gets them\./);
    const mails = await shop.db.select().from(mailOutbox);
    const mail = mails.find(({ subject }) => subject.startsWith("A test mail"));
    expect(mail).toMatchObject({ recipient: shop.admin.email });
    expect(mails.some(({ text }) => text.includes("Hundredweight"))).toBe(false);
  });

  test("shows a notice between two days", async () => {
    await save("notices", { text1: "Closed on Monday", from1: "2020-01-01", until1: "" });
    expect(await page("/shop")).toContain("Closed on Monday");
    await save("notices", { text1: "Closed on Monday", from1: "2020-01-01", until1: "2020-02-01" });
    expect(await page("/shop")).not.toContain("Closed on Monday");
  });
});

describe("the set-up guide", () => {
  const missing = async () => {
    const answer = await fetch(`${shop.url}/admin`, { headers: { Cookie: owner } });
    return (await answer.text()).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  };

  test("lists missing parts until they are there", async () => {
    await save("documents", { taxNumber: "" });
    const before = await missing();
    expect(before).toMatch(/of 8 steps (is|are) done/);
    expect(before).not.toContain("are still the sample’s");
    expect(before).toContain("No backup has been made yet. ");
    expect(before).toContain("sets its public address (SITE_URL) and its mail server (SMTP_URL)");
    const onlyHere = "The link will open on this computer alone";
    expect(await page("/admin/staff", owner)).toContain(onlyHere);
    const count = (text: string) => Number(/(\d) of 8 steps/.exec(text)?.[1]);
    // Beef alone needs no number, but taxed goods do.
    expect(before).not.toContain("GST");
    const taxed = eq(products.slug, "ribeye-steak");
    await shop.db.update(products).set({ taxCode: "G" }).where(taxed);
    const warning = "GST is charged, but there is no GST number";
    const after = await missing();
    expect(after).toContain(warning);
    expect(count(after)).toBe(count(before) - 1);
    expect(await page("/admin/settings/documents", owner)).toContain(warning);
    const [product] = await shop.db.select({ id: products.id }).from(products).where(taxed);
    const editor = `/admin/products?edit=${product?.id}`;
    expect(await page(editor, owner)).toContain(warning);
    expect(await page("/admin/products?add", owner)).not.toContain(warning);
    await save("documents", { taxNumber: "no. 987654321-rt-0001" });
    expect(await page("/admin/settings/documents", owner)).toContain(
      'value="GST 987654321 RT0001"',
    );
    expect(await missing()).not.toContain(warning);
    expect(await page(editor, owner)).not.toContain(warning);
    await shop.db.update(products).set({ taxCode: "Z" }).where(taxed);
  });
});

describe("settings", () => {
  test.each([
    ["company", { socialLinks: "Bad javascript:alert(1)" }, "https://"],
    ["company", { socialLinks: `a${":".repeat(1990)} b` }, "https://"],
    ["company", { name: "Beef\u202eoC" }, "invisible characters"],
    ["company", { shortName: "Beef\nBcc: all@example.com" }, "in one line"],
    ["mail", { name: "Beef\nBcc: all@example.com" }, "in one line"],
    ["documents", { waysToPay: "Pay \u2067to us" }, "invisible characters"],
    ["company", { logo: "/photos/pages/logo.svg" }, "image in the library"],
    ["company", { logo: "https://evil.example.com/logo.webp" }, "image in the library"],
    ["company", { name: "" }, "name"],
    ["company", { blurb: "Cut in {town}" }, "{town} is not filled in"],
    ["company", { tagline: "{}" }, "{} is not filled in"],
    ["company", { postalCode: "V2S 0OO" }, "such as V3G 1A2"],
    ["documents", { taxNumber: "GST 98765432 RT0001" }, "9 digits, RT and 4 digits"],
    ["documents", { taxNumber: "987654321" }, "9 digits, RT and 4 digits"],
    ["documents", { waysToPay: "E-Transfer to pay@cedar.example.com" }, "under Ways of paying"],
    ["documents", { waysToPay: "Interac e-transfer to {email}" }, "under Ways of paying"],
    ["documents", { waysToPay: "Call {fone}" }, "{fone} is not filled in"],
    ["hours", { printed: "Sunday: call {Phone}" }, "{Phone} is not filled in"],
    ["notices", { text1: "We moved to {place}" }, "{place} is not filled in"],
    ["company", { shortName: "Provisioningcompany" }, "at most 18 letters"],
    ["company", { phone: "call me" }, "phone number"],
    ["company", { email: "nobody" }, "email address"],
    ["company", { blurb: "x".repeat(100_000) }, "at most"],
    ["documents", { paymentDays: "-1" }, "whole number"],
    ["hours", { MondayOpens: "17:00", MondayCloses: "09:00" }, "later time"],
    ["notices", { text1: "Soon", from1: "2026-12-02", until1: "2026-12-01" }, "not before"],
  ])("of %s are checked, and refused ones change nothing", async (group, changed, said) => {
    const before = await openSettings(shop.db, silentLog);
    const answer = await save(group, changed);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(said);
    const after = await openSettings(shop.db, silentLog);
    const screen = settingsScreen(group);
    expect(screen && after.versionOf(screen.group)).toBe(screen && before.versionOf(screen.group));
  });

  test("saved by somebody else in the meantime are not overwritten", async () => {
    const answer = await save("company", { tagline: "Mine", version: "0" });
    expect(answer.status).toBe(409);
    const html = await answer.text();
    expect(html).toContain("Someone else has saved");
    expect(html).toContain("Mine");
  });

  test.each([
    ["tolerance", { overCapPct: "12" }, { overCapPct: "14" }],
    ["payments", { takesDoor: "on" }, { etransferNote: "Later" }],
    ["reminders", { beforeDays: "4" }, { beforeDays: "6" }],
    ["scans", { standIns: "~" }, { standIns: "|" }],
  ])(
    "of %s, saved by two people concurrently, stay those of the first",
    async (name, first, second) => {
      /** Returns the form's fields with their values, as one of the two people has it. */
      const html = await (
        await fetch(shop.url + path(name), { headers: { Cookie: owner } })
      ).text();
      const seen = unescaped(/name="seen" value="([^"]*)"/.exec(html)?.[1] ?? "");
      const send = (changed: Record<string, string>, at = seen) =>
        fetch(shop.url + path(name), {
          method: "POST",
          redirect: "manual",
          headers: { Cookie: owner, Origin: shop.url },
          body: new URLSearchParams({ ...fieldsOf(html), ...changed, seen: at }),
        });
      expect((await send(first)).status).toBe(302);
      const refused = await send(second);
      expect(refused.status).toBe(409);
      const answer = await refused.text();
      expect(answer).toContain("Someone else has saved");
      const now = unescaped(/name="seen" value="([^"]*)"/.exec(answer)?.[1] ?? "");
      expect(now).not.toBe(seen);
      expect((await send(second, now)).status).toBe(302);
    },
  );

  test("ignore fields named like inherited properties of objects", async () => {
    const names = ["constructor", "toString", "__proto__", "hasOwnProperty"];
    const foreign = Object.fromEntries(names.map((name) => [name, "x"]));
    for (const intent of ["preview", "add:questions", "reset:constructor", "toString"]) {
      const answer = await fetch(`${shop.url}/admin/settings/words/faq`, {
        method: "POST",
        redirect: "manual",
        headers: { Cookie: owner, Origin: shop.url },
        body: new URLSearchParams({ ...foreign, intent, [intent]: "x" }),
      });
      expect(answer.status, intent).toBe(intent === "add:questions" ? 200 : 400);
    }
    const saved = await save("company", { ...foreign, intent: "preview" });
    expect(saved.status).toBe(200);
  });

  test("are previewed without being saved", async () => {
    const answer = await save("company", { name: "Preview Meats", intent: "preview" });
    expect(await answer.text()).toContain("Preview Meats | ");
    const settings = await openSettings(shop.db, silentLog);
    expect(settings.get(companySettings).name).not.toBe("Preview Meats");
  });

  test("are only for the owner", async () => {
    const client = await signedIn(shop.url, shop.demo);
    for (const cookie of [client, ""]) {
      const answer = await save("company", { name: "Smuggled" }, cookie);
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toMatch(/^\/(dashboard|login)\?/);
    }
    expect(await page("/")).not.toContain("Smuggled");
    const missing = await fetch(shop.url + path("nothing"), { headers: { Cookie: owner } });
    expect(missing.status).toBe(404);
  });
});
