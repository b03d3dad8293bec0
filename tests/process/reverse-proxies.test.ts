import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { chmodSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { maxUploadBytes } from "#app/domain/pictures/upload/image-upload.ts";
import { runOnServer } from "#tests/setup/servers/server-database.ts";
import { type Account, freePort } from "#tests/setup/shop.ts";
import { emptyFolder, openShop, usedShop } from "./own-shop.ts";

// Runs the samples of deploy/ in front of the shop with the real servers and a certificate of the
// test: with nginx on every Linux, with Caddy where it is installed.

interface Proxy {
  name: string;
  /**
   * Writes its settings, made from the sample, into the folder, and returns the command to start
   * it.
   */
  prepare(folder: string, port: number, shopPort: number): Promise<string[]>;
}

// Debian installs it where only root's PATH looks.
const path = `${process.env.PATH}:/usr/sbin`;

const sample = (name: string) => readFile(join(import.meta.dirname, "../../deploy", name), "utf8");

const nginx: Proxy = {
  name: "nginx",
  async prepare(folder, port, shopPort) {
    // On an unprivileged port.
    const site = (await sample("nginx.conf"))
      .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;`)
      .replace(/^\s*listen \[::\].*$/gm, "")
      .replaceAll("/etc/letsencrypt/live/shop.example.com", folder)
      .replace("/var/cache/beef-shop", join(folder, "cache"))
      .replace("listen 80;", `listen 127.0.0.1:${await freePort()};`)
      .replace("127.0.0.1:3000", `127.0.0.1:${shopPort}`);
    const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    );
    const main = `pid ${folder}/pid; error_log stderr; daemon off; worker_processes 1;
events {} http { access_log off; ${places.join(" ")} ${site} }`;
    await writeFile(join(folder, "nginx.conf"), main);
    return ["-c", join(folder, "nginx.conf"), "-p", folder, "-e", "stderr"];
  },
};

const caddy: Proxy = {
  name: "caddy",
  async prepare(folder, port, shopPort) {
    const site = (await sample("Caddyfile"))
      .replace(
        /^shop\.example\.com \{/m,
        `https://127.0.0.1:${port} {\ntls ${folder}/fullchain.pem ${folder}/privkey.pem`,
      )
      .replace("127.0.0.1:3000", `127.0.0.1:${shopPort}`);
    const main = `{\n\tadmin off\n\tauto_https off\n}\n${site}`;
    await writeFile(join(folder, "Caddyfile"), main);
    return ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  },
};

/** Visitors have different loopback addresses, all of which only Linux provides. */
const installed = [nginx, caddy].filter(
  ({ name }) =>
    process.platform === "linux" &&
    (name === "nginx" || !spawnSync(name, ["-v"], { env: { PATH: path } }).error),
);

/** Root starts it as nobody. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

async function start({ name, prepare }: Proxy, port: number, shopPort: number) {
  const folder = await emptyFolder();
  await chmod(folder, 0o777);
  await mkdir(join(folder, "home"), { mode: 0o777 });
  certify(folder);
  const args = await prepare(folder, port, shopPort);
  const env = { PATH: path, HOME: join(folder, "home") };
  const server = spawn(name, args, { ...nobody, env, stdio: ["ignore", "ignore", "pipe"] });
  let complaints = "";
  server.stderr.setEncoding("utf8").on("data", (text) => {
    complaints += text;
  });
  onTestFinished(() => end(server));
  const isOpen = () =>
    ask(`https://127.0.0.1:${port}/healthz`, {}).then(
      ({ status }) => status === 200,
      () => false,
    );
  await expect.poll(isOpen, { timeout: 20_000, message: complaints }).toBe(true);
}

/** A certificate for this machine, where the server's user may read it. */
function certify(folder: string) {
  const { status, stderr } = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
    ...["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"],
    ...["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")],
  ]);
  if (status !== 0) throw new Error(String(stderr));
  chmodSync(join(folder, "privkey.pem"), 0o644);
}

async function end(server: ChildProcess) {
  const ended = once(server, "exit");
  if (server.exitCode === null && server.kill("SIGTERM")) await ended;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
  /** The visitor's address. */
  from?: string;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request from a loopback address; `until` ends an endless answer. */
function ask(url: string, { method = "GET", headers, body, from }: Sent, until?: RegExp) {
  return new Promise<Answer>((done, failed) => {
    const asked = { localAddress: from ?? "127.0.0.1", agent: false, rejectUnauthorized: false };
    const options = { method, headers, ...asked };
    const sending = request(url, options, (answer) => {
      let text = "";
      const finish = () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      answer.setEncoding("utf8").on("data", (part) => {
        text += part;
        if (!until?.test(text)) return;
        finish();
        sending.destroy();
      });
      answer.on("end", finish).on("error", failed);
    });
    sending.on("error", failed);
    sending.end(body);
  });
}

const webhookSecret = "whsec_0123456789abcdef";

/** Through the proxy, whose certificate only this test trusts. */
async function signIn(url: string, { email, password }: Account): Promise<string> {
  const { status, headers } = await ask(`${url}/login`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ email, password }).toString(),
  });
  expect(status).toBe(302);
  const cookies = headers["set-cookie"] ?? [];
  expect(cookies.every((cookie) => /; Secure/i.test(cookie))).toBe(true);
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

test.each(installed)("the shop works behind $name with the sample's settings", async (proxy) => {
  const [port, shopPort] = [await freePort(), await freePort()];
  const url = `https://127.0.0.1:${port}`;
  const shop = await openShop({
    ...{
      PORT: `${shopPort}`,
      SITE_URL: url,
      TRUST_PROXY: "127.0.0.1",
      SMTP_URL: "smtp://127.0.0.1:9",
    },
    ...{ STRIPE_SECRET_KEY: "sk_test_0123456789abcdef", STRIPE_WEBHOOK_SECRET: webhookSecret },
    STRIPE_PUBLISHABLE_KEY: "pk_test_0123456789abcdef",
  });
  await start(proxy, port, shopPort);
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
  // Answered so (older versions of Caddy say 502), or cut off while being sent.
  if (tooLarge) expect([413, 502]).toContain(tooLarge.status);

  // The card provider's messages arrive unchanged, as they were signed.
  const event = JSON.stringify({
    ...{ id: "evt_1", object: "event", type: "payout.paid" },
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

  // The shop has no complaint, not even about an occasional direct request.
  for (let count = 0; count < 60; count += 1) await ask(`${url}/why-aaa`, {});
  expect((await fetch(`${direct}/healthz`)).status).toBe(200);
  expect(shop.log().filter(({ msg }) => /TRUST_PROXY|X-Forwarded-For/.test(msg))).toEqual([]);
  expect(shop.log().filter(({ level }) => level > 40)).toEqual([]);
});

test.runIf(installed.includes(nginx))(
  "nginx keeps public pages for a second, and nobody's own",
  async () => {
    const [port, shopPort] = [await freePort(), await freePort()];
    const url = `https://127.0.0.1:${port}`;
    const settings = await usedShop("by address");
    const shop = await openShop({
      ...settings,
      ...{ PORT: `${shopPort}`, SITE_URL: url, TRUST_PROXY: "127.0.0.1" },
    });
    await start(nginx, port, shopPort);
    const page = "/shop/loin/striploin-steak";
    const asked = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await ask(url + path, { headers });
      return { ...answer, cache: answer.headers["x-cache"] };
    };
    const fromCache = (path: string, headers: Record<string, string> = {}) =>
      expect.poll(async () => (await asked(path, headers)).cache, { interval: 20 }).toBe("HIT");

    // Each encoding has a page of its own, and the shop's mark for nginx stays inside.
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

    // An unchanged page is asked for by its ETag when its second is over.
    await expect.poll(async () => (await asked(page)).cache, { interval: 20 }).toBe("REVALIDATED");

    await fromCache(page);
    await runOnServer(
      settings.DATABASE_URL ?? "",
      "update products set price_per_lb = 111.11 where slug = 'striploin-steak'",
    );
    // Within its second, and what the requests take on a busy machine.
    await expect
      .poll(async () => (await asked(page)).text.includes("111.11"), {
        interval: 20,
        timeout: 5000,
      })
      .toBe(true);

    // Whoever sends a cookie or a password is answered by the shop itself, and so is a form.
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
    // Personal links, twice, as the first could have filled the cache.
    for (const path of ["/order/Zk3v9QmX0aLr7TtYp2BnWw", "/invoices/Zk3v9QmX0aLr7TtYp2BnWw"]) {
      for (const _ of [1, 2]) expect((await asked(path)).cache).toBeUndefined();
    }
    const posted = await ask(`${url}/contact`, { method: "POST", headers: { origin: url } });
    expect(posted.headers["x-cache"]).not.toBe("HIT");
  },
);

test("notices a proxy that does not pass the visitor's address", async () => {
  const shop = await openShop({ TRUST_PROXY: "127.0.0.1,::1" });
  for (let count = 0; count < 60; count += 1) await fetch(`${shop.url}/why-aaa`);
  await expect
    .poll(() => shop.log().filter(({ level }) => level > 30))
    .toEqual([expect.objectContaining({ msg: expect.stringMatching(/^TRUST_PROXY is set, but/) })]);
});
