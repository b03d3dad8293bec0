import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { createAuth } from "#app/domain/accounts/session/auth.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { profiles } from "#db/schema/accounts.ts";
import { isStandingDocument } from "#db/schema/money/documents.ts";
import type { createApp } from "#server/app.ts";
import { createLog } from "#server/log.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { listedRoutes } from "../../permission/route-table.ts";
import { type LesserRole, leadsOn, lesserRoles, maySee } from "../../permission/staff-matrix.ts";
import { Finding } from "./act.ts";
import { shop } from "./shop.ts";
import type { World } from "./world.ts";

// At the end of a life, one role opens all its pages through the handler of the built shop.

const built = join(import.meta.dirname, "../../../build/server/index.js");

/** Roles that open the pages, one per life in turn. */
export const readers = ["owner", "client", ...lesserRoles] as const;

type Reader = (typeof readers)[number];

const secret = "a secret of the simulated weeks, long enough";

const leadOn = /not-found|switch|confirm|reminders|:paper|\.pdf$|\/:file$|attachments/;

/**
 * Opens the pages. Each must answer 200, and the page of an order or customer must show the
 * pencil's figures. Needs the build. Must be the last act of a life, because the app takes over the
 * shop's jobs.
 *
 * @throws Finding
 */
export async function visitPages(world: World, open: OpenDatabase, reader: Reader): Promise<void> {
  if (!existsSync(built)) throw new Error("There is no build: npm run build");
  const { createApp: create }: { createApp: typeof createApp } = await import(built);
  const dataDir = await mkdtemp(join(tmpdir(), "shop-weeks-"));
  const app = await create({
    connection: open,
    log: createLog("silent"),
    mode: "production",
    dataDir,
    siteUrl: shop.siteUrl,
    loopback: false,
    authSecret: secret,
    // Only the designated owner may see pictures.
    adminEmail: world.staff.email,
    emailConfirmation: false,
    minOrderCents: 0,
    needsConfirmedEmail: false,
  });
  try {
    const { userId, customer } = await who(world, reader);
    const auth = createAuth(world.db, {
      siteUrl: shop.siteUrl,
      loopback: false,
      secret,
      emailConfirmation: false,
      log: silentLog,
    });
    const { headers } = await auth.api.openSession({ body: { userId }, returnHeaders: true });
    const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
    for (const { path, says } of await pagesOf(world, reader, customer)) {
      const answer = await app.fetch(new Request(shop.siteUrl + path, { headers: { cookie } }));
      const text = await answer.text();
      if (answer.status !== 200) {
        throw new Finding(`${path} answers ${answer.status} to the ${reader}`);
      }
      const missing = says.find((figure) => !text.includes(figure));
      if (missing) throw new Finding(`${path} does not say ${missing} to the ${reader}`);
    }
  } finally {
    app.endStreams();
    await app.close();
    await removeFolder(dataDir);
  }
}

/** Returns an account of that role; for "client", one of the life's buyers. */
async function who(
  { db, staff, buyers }: World,
  reader: Reader,
): Promise<{ userId: string; customer?: string }> {
  if (reader === "owner") return { userId: staff.userId };
  if (reader === "client") {
    const [buyer] = buyers.values();
    return { userId: buyer?.id ?? "", customer: buyer?.key };
  }
  const { user } = await insertClient(db, { profile: { companyName: "" } });
  await db.update(profiles).set({ staffRole: reader }).where(eq(profiles.id, user.id));
  return { userId: user.id };
}

interface Page {
  path: string;
  /** Texts that the page must contain. */
  says: string[];
}

async function pagesOf(world: World, reader: Reader, customer?: string): Promise<Page[]> {
  const area = reader === "client" ? "/dashboard" : "/admin";
  const things = await thingsOf(world, customer);
  return (await listedRoutes()).flatMap(({ pattern, file }) => {
    if (!pattern.startsWith(area) || leadsOn(pattern) || leadOn.test(pattern + file)) return [];
    const found = things[pattern] ?? (pattern.includes(":") ? [] : [{ id: "", says: [] }]);
    return found.flatMap(({ id, says }) => {
      const path = pattern.replace(/:\w+\??/, id);
      const isOurs =
        reader === "owner" || reader === "client" || maySee(reader as LesserRole, pattern, path);
      return isOurs ? [{ path, says }] : [];
    });
  });
}

interface Thing {
  id: string;
  says: string[];
}

/** Returns things to open by the pattern of their page. */
async function thingsOf(world: World, customer?: string): Promise<Record<string, Thing[]>> {
  const { db, pencil } = world;
  const own = [...world.orders.values()].filter(
    ({ buyer }) => customer === undefined || buyer === customer,
  );
  const orders = own.slice(-6).map(({ key, id }) => {
    const { state } = pencil.order(key);
    return { id, says: state === "cancelled" ? [] : [dollars(pencil.total(key))] };
  });
  const toPack = own.filter(({ key }) => pencil.order(key).state === "pending").slice(0, 4);
  const ids = async (query: ReturnType<typeof sql>) =>
    (await db.execute<{ id: string }>(query)).rows.map(({ id }) => ({ id, says: [] }));
  const buyers = [...world.buyers.values()].map(({ key, id }) => {
    const owed = pencil.owes(key);
    return { id, says: owed > 0 ? [dollars(owed)] : [] };
  });
  return {
    "/admin/orders/:id": orders,
    "/dashboard/orders/:id": orders,
    "/admin/packing/:id": toPack.map(({ id }) => ({ id, says: [] })),
    "/admin/runs/:id": await ids(sql`select id from runs where booked_stops > 0 limit 4`),
    "/admin/clients/:id": buyers.map(({ id }) => ({ id, says: [] })),
    "/admin/clients/:id/prices": buyers.slice(0, 3).map(({ id }) => ({ id, says: [] })),
    "/admin/receivables/:customer": buyers,
    "/admin/products/:id": await ids(sql`select id from products limit 3`),
    "/admin/prices/lists/:id": await ids(sql`select id from price_lists limit 3`),
    "/admin/credits/:id": await ids(sql`select id from credit_requests limit 4`),
    "/admin/payments/:id": await ids(sql`select id from payments limit 4`),
    "/admin/invoices/:id/debit": await ids(
      sql`select id from documents where kind = 'invoice' and ${isStandingDocument} limit 2`,
    ),
  };
}

const dollars = (cents: number) =>
  `$${(cents / 100).toLocaleString("en-CA", { minimumFractionDigits: 2 })}`;
