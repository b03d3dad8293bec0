import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StripeSettings } from "#app/domain/payments/provider/stripe-provider.server.ts";
import type { TwilioSettings } from "#app/domain/texts/twilio-sender.server.ts";
import { connect } from "#db/connect.ts";
import type { Database } from "#db/database.ts";
import { listen } from "#server/listen.ts";
import { loadBuiltApp } from "#server/load-app.ts";
import { createLog } from "#server/log.ts";
import { seedShop, seedShopImages } from "#server/seed-shop.ts";
import { copyFolder } from "../files/copy-folder.ts";
import { removeFolder } from "../files/remove-folder.ts";
import { type Account, admin, demo, freePort } from "./shop.ts";

/** The built shop in the tests' own process, which can access its tables. */
export interface ShopWithin {
  url: string;
  admin: Account;
  demo: Account;
  db: Database;
  /** Contains its emails, among others. */
  dataDir: string;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, "../../..");

export const secretWithin = "a secret that is used in tests and nowhere else";

/** Opens the shop; from a copy of FIRST_DAY if set, as `startShop` does. The caller stops it. */
export async function openShopWithin({
  stripe,
  twilio,
}: {
  /** The card provider's keys; without them, cards are not accepted. */
  stripe?: StripeSettings;
  /** The text message provider; without it, no texts are sent. */
  twilio?: TwilioSettings;
} = {}): Promise<ShopWithin> {
  const dataDir = await mkdtemp(join(tmpdir(), "shop-test-"));
  if (process.env.FIRST_DAY) await copyFolder(process.env.FIRST_DAY, dataDir);
  const log = createLog("silent");
  const connection = await connect({ dataDir, log });
  await seedShop(connection, {
    adminEmail: admin.email,
    adminPassword: admin.password,
    demoPassword: demo.password,
    // Orders need no day unless a test adds zones.
    sampleZones: false,
    log,
  });
  await seedShopImages(connection, { dataDir, log });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const app = await loadBuiltApp(root, {
    connection,
    log,
    mode: "production",
    siteUrl: url,
    loopback: true,
    authSecret: secretWithin,
    adminEmail: admin.email,
    emailConfirmation: false,
    minOrderCents: 50_00,
    needsConfirmedEmail: false,
    dataDir,
    stripe,
    twilio,
  });
  const server = createServer(app.listener);
  await listen(server, port, "127.0.0.1");
  return {
    url,
    admin,
    demo,
    db: connection.db,
    dataDir,
    async stop() {
      app.endStreams();
      server.close();
      server.closeAllConnections();
      await app.close();
      await connection.close();
      await removeFolder(dataDir);
    },
  };
}
