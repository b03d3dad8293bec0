import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAuth } from "#app/domain/accounts/session/auth.server.ts";
import { connect } from "#db/connect.ts";
import type { Database } from "#db/database.ts";
import { seedShop } from "#server/seed-shop.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { createServerDatabase } from "#tests/setup/servers/server-database.ts";
import { authSecret } from "#tests/setup/shops/shop.ts";
import { silentLog } from "#tests/setup/test-log.ts";

/** A shop's storage, with the settings of the README. */
export interface Place {
  engine: "embedded" | "by address";
  settings: { DATA_DIR: string; AUTH_SECRET: string; DEMO: string; DATABASE_URL?: string };
  remove(): Promise<void>;
}

export interface Person {
  userId: string;
  email: string;
  cookie: string;
}

/** Creates an empty database: on the PostgreSQL server at this address, or embedded by default. */
export async function emptyPlace(serverUrl?: string): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "shop-bench-"));
  const settings = { DATA_DIR: folder, AUTH_SECRET: authSecret, DEMO: "0" };
  const remove = () => removeFolder(folder);
  if (!serverUrl) return { engine: "embedded", settings, remove };
  const { url, drop } = await createServerDatabase(serverUrl);
  return {
    engine: "by address",
    settings: { ...settings, DATABASE_URL: url },
    async remove() {
      await drop();
      await removeFolder(folder);
    },
  };
}

/** Seeds a stopped shop and `stock`, and signs in people without the slow password hashing. */
export async function furnish(
  { settings }: Place,
  clients: number,
  stock: (db: Database, clients: Person[]) => Promise<void>,
): Promise<{ admin: Person; clients: Person[] }> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = settings;
  const connection = await connect({ dataDir, databaseUrl, log: silentLog, queryTimeout: 0 });
  const { db } = connection;
  const password = "correct horse battery";
  const adminEmail = "admin@example.com";
  try {
    await seedShop(connection, {
      adminEmail,
      adminPassword: password,
      demo: false,
      log: silentLog,
    });
    const admin = await enter(db, true);
    const others: Person[] = [];
    while (others.length < clients) others.push(await enter(db, false));
    await stock(db, others);
    return { admin, clients: others };
  } finally {
    await connection.close();
  }
}

async function enter(db: Database, isAdmin: boolean): Promise<Person> {
  const { user } = await insertClient(db, { profile: { companyName: "Harbour Kitchen", isAdmin } });
  const here = { siteUrl: "http://localhost", loopback: true, emailConfirmation: false };
  const auth = createAuth(db, { ...here, secret: authSecret, log: silentLog });
  const body = { userId: user.id };
  const { headers } = await auth.api.openSession({ body, returnHeaders: true });
  const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return { userId: user.id, email: user.email, cookie };
}
