import type { Connection } from "#db/connect.ts";
import { ensureAdmin } from "#db/seed/accounts.ts";
import { ensureDemo } from "#db/seed/demo.ts";
import { seedCatalogue } from "#db/seed/seed.ts";
import type { Credential } from "./announce.ts";
import type { Config } from "./config.ts";

type SeedSettings = Pick<Config, "adminEmail" | "adminPassword" | "demo" | "demoPassword">;

/**
 * What a shop needs before its first request: the opening catalogue, the administrator's account
 * (so that nobody else can claim its address) and, where asked for, the demo client. Whatever is
 * there already stays as it is. One transaction: a start that is killed begins anew.
 *
 * @returns the accounts whose password was made here; it is kept nowhere else
 */
export async function seedShop(
  { db, engine, isNew }: Connection,
  settings: SeedSettings,
): Promise<Credential[]> {
  const { adminEmail, adminPassword, demoPassword } = settings;
  const demo = settings.demo ?? (engine === "pglite" && isNew);
  return db.transaction(async (tx) => {
    await seedCatalogue(tx);
    const admin = await ensureAdmin(tx, { email: adminEmail, password: adminPassword });
    const client = demo ? await ensureDemo(tx, { password: demoPassword }) : undefined;
    return [
      ...credential("Administrator", admin.email, admin.generatedPassword),
      ...credential("Demo client", client?.email, client?.generatedPassword),
    ];
  });
}

function credential(role: string, email?: string, password?: string): Credential[] {
  return email && password ? [{ role, email, password }] : [];
}
