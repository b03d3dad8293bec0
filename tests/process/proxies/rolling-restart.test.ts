import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { mailFiles } from "#tests/crash/mail-files.ts";
import { freePort, type RunningShop } from "#tests/setup/shops/shop.ts";
import { openShop, usedShop } from "../own-shop.ts";
import { signedIn } from "../visit.ts";
import { ask, nginx, signIn, startProxy } from "./reverse-proxy.ts";

const message = (nr: number) => ({
  name: "Jean Sample",
  email: `jean${nr}@example.com`,
  message: `Do you cut tomahawks? ${nr}`,
});

/** Returns settings of two processes of one shop. */
async function twoProcesses(common: Record<string, string> = {}) {
  const first = { ...(await usedShop("by address")), ...common };
  const { DATA_DIR } = await usedShop();
  return [first, { ...first, DATA_DIR, PORT: `${await freePort()}` }] as const;
}

test("restarting two processes one after the other under load loses and repeats nothing", async () => {
  const port = await freePort();
  const url = `https://127.0.0.1:${port}`;
  const settings = await twoProcesses({ SITE_URL: url, TRUST_PROXY: "127.0.0.1" });
  const shops: RunningShop[] = [];
  for (const one of settings) shops.push(await openShop(one));
  const [first] = shops;
  if (!first) throw new Error("No shop");
  await startProxy(
    nginx,
    port,
    settings.map(({ PORT }) => Number(PORT)),
  );
  const cookie = await signIn(url, first.admin);

  // Four visitors: one of a page that nginx caches, one of pages that it doesn't, one of a personal
  // page, and one who writes. Each continues as soon as the answer arrives.
  let isOver = false;
  const answers = new Map<string, number>();
  const written: number[] = [];
  async function again(name: string, visit: (nr: number) => ReturnType<typeof ask>) {
    for (let nr = 0; !isOver; nr += 1) {
      const answered = visit(nr).then(({ status }) => `${status}`);
      const key = `${name} ${await answered.catch((error) => error.message)}`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
    }
  }
  const headers = { origin: url, "content-type": "application/x-www-form-urlencoded" };
  const visitors = [
    again("kept", () => ask(`${url}/shop`, {})),
    again("other", (nr) => ask(`${url}/shop?from=${nr}`, {})),
    again("own", () => ask(`${url}/admin`, { headers: { cookie } })),
    again("written", async (nr) => {
      const body = new URLSearchParams(message(nr)).toString();
      // From changing addresses, because an address may only write a few an hour.
      const from = `127.1.${nr >> 8}.${nr & 255}`;
      const answer = await ask(`${url}/contact`, { method: "POST", headers, body, from });
      if (answer.status === 302) written.push(nr);
      return answer;
    }),
  ];

  for (const [at, one] of settings.entries()) {
    const before = written.length;
    await shops[at]?.stop("SIGTERM");
    expect(await shops[at]?.ended).toBe(0);
    // The other process continues alone.
    await expect.poll(() => written.length, { timeout: 30_000 }).toBeGreaterThan(before + 5);
    shops[at] = await openShop(one);
    expect((await fetch(`http://127.0.0.1:${one.PORT}/readyz`)).status).toBe(200);
  }
  isOver = true;
  await Promise.all(visitors);

  const kinds = ["kept 200", "other 200", "own 200", "written 302"];
  expect([...answers.keys()].sort()).toEqual(kinds);
  const database = new pg.Client({ connectionString: settings[0].DATABASE_URL });
  await database.connect();
  onTestFinished(() => database.end());
  const { rows: stored } = await database.query<{ email: string }>(
    "select email from contact_messages",
  );
  const emails = (numbers: readonly number[]) => numbers.map((nr) => message(nr).email).sort();
  expect(stored.map(({ email }) => email).sort()).toEqual(emails(written));
  // All are sent, and each writer gets one, whichever process took the job.
  const unsent = "select recipient from mail_outbox where sent_at is null";
  await expect
    .poll(async () => (await database.query(unsent)).rows, { timeout: 30_000 })
    .toEqual([]);
  const { rows: mails } = await database.query<{ id: string; recipient: string }>(
    "select id, recipient from mail_outbox where recipient like 'jean%'",
  );
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(emails(written));
  const sent: string[] = [];
  for (const { DATA_DIR } of settings) sent.push(...(await mailFiles(DATA_DIR)).keys());
  const ids = new Set(mails.map(({ id }) => id));
  // Twice if both processes sent it.
  expect(sent.filter((id) => ids.has(id)).sort()).toEqual([...ids].sort());
  for (const shop of shops) expect(shop.log().filter(({ level }) => level > 40)).toEqual([]);
});

test("a change in one process is visible in the other immediately", async () => {
  const settings = await twoProcesses();
  const [here, there] = [await openShop(settings[0]), await openShop(settings[1])];
  // A session of one process is valid in the other.
  const cookie = await signedIn(here.url, here.admin);
  const stream = await fetch(`${there.url}/api/events`, { headers: { cookie } });
  expect(stream.status).toBe(200);
  const events = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  const hears = async (what: RegExp) => {
    while (!what.test(said)) {
      const { value, done } = (await events?.read()) ?? { done: true };
      if (done) throw new Error(`The stream ended after ${said}`);
      said += value;
    }
  };
  await hears(/event: heartbeat/);
  const body = new URLSearchParams(message(1));
  const sent = await fetch(`${here.url}/contact`, {
    method: "POST",
    redirect: "manual",
    body,
    headers: { origin: here.url },
  });
  expect(sent.status).toBe(302);
  await hears(/event: inbox/);
  await events?.cancel();
});
