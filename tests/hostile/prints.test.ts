import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { printLimits } from "#app/domain/papers/printing.ts";
import { openPostgres } from "#db/postgres.ts";
import { ask, enter } from "#tests/setup/browserless.ts";
import { createServerDatabase } from "#tests/setup/servers/server-database.ts";
import { authSecret, type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { scaled } from "./scale.ts";

// One client requests documents without end: others must not wait, nor memory grow.

const { firstDays, serverUrl } = inject("processTest");
const statement = "/dashboard/invoices/statement.pdf";

let shop: RunningShop;
let cookie: string;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createServerDatabase(serverUrl, firstDays["by address"].database);
  drop = database.drop;
  shop = await startShop({ DATABASE_URL: database.url, AUTH_SECRET: authSecret, DEMO: "1" });
  await chargeOften(database.url, scaled(700, 900));
  cookie = await enter(shop.url, shop.demo);
});
afterAll(async () => {
  await shop.stop();
  await drop();
});

async function chargeOften(databaseUrl: string, times: number): Promise<void> {
  const { db, close } = await openPostgres({ databaseUrl, log: silentLog });
  await db.execute(sql`
    insert into ledger_entries (customer_id, kind, cents, occurred_on, due_on, note)
    select (select customer_id from documents limit 1), 'adjustment', 100,
      current_date - 2, current_date, 'Crate ' || number
    from generate_series(1, ${times}::int) as number`);
  await close();
}

const begun = () => shop.log().filter(({ msg }) => msg === "a paper's turn has come").length;

/** Returns the memory of the shop's only printing process in bytes; 0 if there is none. */
async function printingBytes(): Promise<number> {
  const ps = promisify(execFile)("ps", ["-o", "rss=", "--ppid", `${shop.pid}`]);
  const { stdout } = await ps.catch(() => ({ stdout: "" }));
  const sizes = stdout.split("\n").filter(Boolean).map(Number);
  expect(sizes.length).toBeLessThanOrEqual(1);
  return (sizes[0] ?? 0) * 1024;
}

test("prints some of sixty concurrent statements and refuses the others, while no visitor waits", async () => {
  let open = 60;
  const asked = Array.from({ length: open }, async () => {
    const answer = await ask(shop.url, statement, { cookie });
    const body = await answer.bytes();
    open -= 1;
    return { answer, body };
  });
  for (const page of ["/login", "/search?q=loin", "/shop?x=1", "/"]) {
    expect((await ask(shop.url, page)).status, page).toBe(200);
    expect(open, page).toBeGreaterThan(0);
    expect(await printingBytes()).toBeLessThan(printLimits.memory);
  }
  const answers = await Promise.all(asked);
  const printed = answers.filter(({ answer }) => answer.status === 200);
  for (const { body } of printed) expect(String.fromCharCode(...body.slice(0, 5))).toBe("%PDF-");
  expect(printed.length).toBeGreaterThanOrEqual(printLimits.inLine.account);
  expect(begun()).toBe(printed.length);
  const refused = answers.filter(({ answer }) => answer.status === 429);
  expect(printed.length + refused.length).toBe(60);
  expect(refused.length).toBeGreaterThan(30);
  for (const { answer, body } of refused) {
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(Buffer.from(body).toString()).toMatch(/^Your other papers are still being printed\. /);
  }
  expect(await printingBytes()).toBeLessThan(printLimits.replace.memory);
});

test("doesn't print documents whose requester has gone", async () => {
  const before = begun();
  const left = new AbortController();
  const asked = Array.from({ length: printLimits.inLine.account }, () =>
    fetch(shop.url + statement, { headers: { cookie }, signal: left.signal }).catch(() => null),
  );
  await expect.poll(begun).toBe(before + 1);
  left.abort();
  await Promise.all(asked);
  const again = () => ask(shop.url, statement, { cookie }).then(({ status }) => status);
  await expect.poll(again).toBe(200);
  expect(begun()).toBe(before + 2);
});

test("logs no error of the shop", () => {
  expect(shop.log().filter(({ level }) => level > 30)).toEqual([]);
  expect(shop.stderr()).toBe("");
});
