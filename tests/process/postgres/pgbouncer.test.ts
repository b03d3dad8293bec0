import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { filesIn } from "#server/backup/files.ts";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { mailsTo } from "#tests/setup/mail/mail-folder.ts";
import { freePort } from "#tests/setup/shops/shop.ts";
import { emptyFolder, newShop, openShop } from "../own-shop.ts";
import { run } from "../scripts.ts";
import { signedIn, visit } from "../visit.ts";

/** Root starts it as nobody, since it refuses to run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Starts PgBouncer in transaction mode with three connections to the database at the address. */
async function startPgBouncer(direct: string): Promise<string> {
  const [folder, port, { hostname, port: serverPort, pathname, username }] = [
    await emptyFolder(),
    await freePort(),
    new URL(direct),
  ];
  await chmod(folder, 0o755);
  const file = join(folder, "pgbouncer.ini");
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
`,
  );
  const path = `${process.env.PATH}:/usr/sbin`;
  const server = spawn("pgbouncer", [file], { ...nobody, env: { PATH: path }, stdio: "ignore" });
  const ended = once(server, "exit");
  onTestFinished(async () => {
    server.kill("SIGKILL");
    await ended;
  });
  return `postgres://${username}@127.0.0.1:${port}${pathname}`;
}

test("the shop works behind PgBouncer in transaction mode, with a direct address for sessions", async () => {
  const settings: Record<string, string> = { ...(await newShop("by address")), DEMO: "1" };
  const direct = settings.DATABASE_URL ?? "";
  const pooled = await startPgBouncer(direct);
  const shop = await openShop({ ...settings, DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct });
  const cookie = await signedIn(shop.url, shop.admin);
  expect((await visit(shop.url, "/admin", cookie)).status).toBe(200);

  // The limits are the role's, so they apply to whatever connection a transaction gets.
  const client = new pg.Client({ connectionString: pooled });
  await client.connect();
  onTestFinished(() => client.end());
  const shown = async (name: string) => (await client.query(`show ${name}`)).rows[0]?.[name];
  expect(await shown("statement_timeout")).toBe("15s");
  expect(await shown("idle_in_transaction_session_timeout")).toBe("30s");

  // A notification sent through the pooler reaches the shop, which listens directly.
  const page = "/shop/loin/striploin-steak";
  expect((await visit(shop.url, page)).text).not.toContain("111.11");
  await client.query("update products set price_per_lb = 111.11 where slug = 'striploin-steak'");
  await expect.poll(async () => (await visit(shop.url, page)).text).toContain("111.11");

  // An order, the email about it that a job sends, and a backup of the open shop (in a session).
  const buyer = await enter(shop.url, shop.demo);
  const pad = await (await ask(shop.url, "/dashboard/place-order", { cookie: buyer })).text();
  const [, product = "", price = ""] =
    /name="price\.([0-9a-f-]{36})" value="([\d.]+)"/.exec(pad) ?? [];
  const placed = await send(
    shop.url,
    "/api/orders",
    {
      intent: "place",
      requestId: randomUUID(),
      notes: "",
      [`quantity.${product}`]: "12.5",
      [`price.${product}`]: price,
    },
    { cookie: buyer },
  );
  expect(placed.status, await placed.text()).toBe(200);
  const { DATA_DIR = "" } = settings;
  await expect
    .poll(async () => (await mailsTo(DATA_DIR, shop.demo.email)).length, { timeout: 30_000 })
    .toBe(1);
  const folder = join(await emptyFolder(), "backup");
  const { AUTH_SECRET = "" } = settings;
  const addresses = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct, AUTH_SECRET };
  const backup = await run("backup", DATA_DIR, folder, addresses);
  expect(backup).toMatchObject({ status: 0, stderr: "" });
  const tables = (await filesIn(folder)).filter((name) => name.includes("orders"));
  expect(tables.length).toBeGreaterThan(0);
  expect(shop.log().filter(({ level }) => level > 40)).toEqual([]);
  expect(shop.log().filter(({ msg }) => /no limit of time/.test(msg))).toEqual([]);
});
