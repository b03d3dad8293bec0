import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { maxUploadBytes } from "#app/domain/pictures/upload/upload-limits.ts";
import { runOnServer } from "#tests/setup/servers/server-database.ts";
import { freePort } from "#tests/setup/shops/shop.ts";
import { openShop, usedShop } from "../own-shop.ts";
import { ask, installed, nginx, signIn, startProxy } from "./reverse-proxy.ts";

const webhookSecret = "whsec_0123456789abcdef";

test.each(installed)("the shop works behind $name with the sample's settings", async (proxy) => {
  const [port, shopPort] = [await freePort(), await freePort()];
  const url = `https://127.0.0.1:${port}`;
  const shop = await openShop({
    PORT: `${shopPort}`,
    SITE_URL: url,
    TRUST_PROXY: "127.0.0.1",
    SMTP_URL: "smtp://127.0.0.1:9",
    STRIPE_SECRET_KEY: "sk_test_0123456789abcdef",
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PUBLISHABLE_KEY: "pk_test_0123456789abcdef",
  });
  await startProxy(proxy, port, [shopPort]);
  const direct = `http://127.0.0.1:${shopPort}`;

  // Pages with the shop's own compression.
  const page = await ask(`${url}/shop`, { headers: { "accept-encoding": "br" } });
  expect([page.status, page.headers["content-encoding"]]).toEqual([200, "br"]);
  const moved = await ask(`${url}/Shop/Loin/?from=mail`, {});
  expect([moved.status, moved.headers.location]).toEqual([308, "/shop/loin?from=mail"]);

  // Images up to the limit reach the shop, which refuses these as invalid.
  const cookie = await signIn(url, shop.admin);
  const upload = (bytes: number) =>
    ask(`${url}/api/images?folder=products&name=x.jpg`, {
      method: "POST",
      headers: { cookie, origin: url, "content-length": `${bytes}` },
      body: Buffer.alloc(bytes),
    });
  const refused = await upload(maxUploadBytes);
  expect([refused.status, JSON.parse(refused.text)]).toEqual([400, { error: expect.any(String) }]);
  const tooLarge = await upload(maxUploadBytes + 2_000_000).catch(() => null);
  // Answered with a refusal (older versions of Caddy send 502), or cut off while being sent.
  if (tooLarge) expect([413, 502]).toContain(tooLarge.status);

  // The card provider's messages arrive unchanged, as they were signed.
  const event = JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "payout.paid",
    data: { object: { id: "po_1", object: "payout", words: "Ünïcode" } },
  });
  const time = Math.floor(Date.now() / 1000);
  const mac = createHmac("sha256", webhookSecret).update(`${time}.${event}`).digest("hex");
  const told = await ask(`${url}/api/stripe/webhook`, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": `t=${time},v1=${mac}` },
    body: event,
  });
  expect([told.status, told.text]).toEqual([200, "Received."]);

  // Each visitor is counted by their own address, whatever they claim.
  const guess = (from: string, claim: string) => {
    const headers = {
      origin: url,
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-for": claim,
    };
    const body = new URLSearchParams({ email: shop.demo.email, password: "a guess" }).toString();
    return ask(`${url}/login`, { method: "POST", headers, body, from });
  };
  const guesses: number[] = [];
  for (let count = 0; count < 11; count += 1) {
    guesses.push((await guess("127.0.0.2", `203.0.113.${count}`)).status);
  }
  expect(guesses).toEqual([...Array(10).fill(401), 429]);
  expect((await guess("127.0.0.3", "127.0.0.2")).status).toBe(401);

  // Events arrive while the stream is open, not at its end.
  const stream = await ask(`${url}/api/events`, { headers: { cookie } }, /event: heartbeat/);
  expect(stream.status).toBe(200);
  expect(stream.headers["content-type"]).toBe("text/event-stream");

  // The shop logs no error and nothing about the proxy, even after a direct request.
  for (let count = 0; count < 60; count += 1) await ask(`${url}/why-aaa`, {});
  expect((await fetch(`${direct}/healthz`)).status).toBe(200);
  expect(shop.log().filter(({ msg }) => /TRUST_PROXY|X-Forwarded-For/.test(msg))).toEqual([]);
  expect(shop.log().filter(({ level }) => level > 40)).toEqual([]);
});

test.runIf(installed.includes(nginx))(
  "nginx caches public pages for a second, and no personal ones",
  async () => {
    const [port, shopPort] = [await freePort(), await freePort()];
    const url = `https://127.0.0.1:${port}`;
    const settings = await usedShop("by address");
    const shop = await openShop({
      ...settings,
      PORT: `${shopPort}`,
      SITE_URL: url,
      TRUST_PROXY: "127.0.0.1",
    });
    await startProxy(nginx, port, [shopPort]);
    const page = "/shop/loin/striploin-steak";
    const asked = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await ask(url + path, { headers });
      return { ...answer, cache: answer.headers["x-cache"] };
    };
    const fromCache = (path: string, headers: Record<string, string> = {}) =>
      expect.poll(async () => (await asked(path, headers)).cache, { interval: 20 }).toBe("HIT");

    // nginx keeps a page for each encoding, and drops the header with which the shop allows that.
    for (const encoding of ["br", "gzip", undefined]) {
      const headers: Record<string, string> = encoding ? { "accept-encoding": encoding } : {};
      await fromCache(page, headers);
      const kept = await asked(page, headers);
      expect(kept.headers["content-encoding"]).toBe(encoding);
      expect(kept.headers["x-accel-expires"]).toBeUndefined();
      expect(kept.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
      const etag = kept.headers.etag ?? "";
      expect((await asked(page, { ...headers, "if-none-match": etag })).status).toBe(304);
    }

    // An unchanged page is revalidated by its ETag when its second is over.
    await expect.poll(async () => (await asked(page)).cache, { interval: 20 }).toBe("REVALIDATED");

    await fromCache(page);
    await runOnServer(
      settings.DATABASE_URL ?? "",
      "update products set price_per_lb = 111.11 where slug = 'striploin-steak'",
    );
    // The new price shows within a second, but requests take time on a busy machine.
    await expect
      .poll(async () => (await asked(page)).text.includes("111.11"), {
        interval: 20,
        timeout: 5000,
      })
      .toBe(true);

    // A request with a cookie or a password is answered by the shop itself, and so is a form.
    await fromCache(page);
    const cookie = await signIn(url, shop.admin);
    const ownHeaders: Record<string, string>[] = [
      { cookie },
      { cookie: "a=b" },
      { authorization: "Bearer x" },
    ];
    for (const headers of ownHeaders) {
      expect((await asked(page, headers)).cache).toBeUndefined();
    }
    const own = await asked("/admin", { cookie });
    expect([own.status, own.cache]).toEqual([200, undefined]);
    expect((await asked("/admin")).text).not.toBe(own.text);
    // Personal links, twice, since the first could have filled the cache.
    for (const path of ["/order/Zk3v9QmX0aLr7TtYp2BnWw", "/invoices/Zk3v9QmX0aLr7TtYp2BnWw"]) {
      for (const _ of [1, 2]) expect((await asked(path)).cache).toBeUndefined();
    }
    await fromCache("/contact");
    const posted = await ask(`${url}/contact`, { method: "POST", headers: { origin: url } });
    expect(posted.headers["x-cache"]).toBeUndefined();
  },
);

test("notices a proxy that does not pass the visitor's address", async () => {
  const shop = await openShop({ TRUST_PROXY: "127.0.0.1,::1" });
  for (let count = 0; count < 60; count += 1) await fetch(`${shop.url}/why-aaa`);
  await expect
    .poll(() => shop.log().filter(({ level }) => level > 30))
    .toEqual([expect.objectContaining({ msg: expect.stringMatching(/^TRUST_PROXY is set, but/) })]);
});
