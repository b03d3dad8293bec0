import { afterAll, beforeAll } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { closureOf } from "#app/domain/lots/lot-closure.server.ts";
import { traceLots } from "#app/domain/lots/lot-trace.server.ts";
import { createRecallLinks } from "#app/features/recall/recall-links.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { insertGuest, insertMadeLot, insertPacked } from "../factories/recalls.ts";
import { sampleShop } from "../shops/sample-shop.ts";
import { signedInAdmin } from "../signed-in.ts";
import { openTestDatabase } from "../test-database.ts";

export const shop = sampleShop();
export const links = createRecallLinks("a secret of the tests");

interface Opened {
  db: Database;
  admin: Admin;
}

type Of<Insert extends (db: Database, ...of: never[]) => unknown> =
  Parameters<Insert> extends [Database, ...infer Rest] ? Rest : never;

/**
 * Opens a database for a file's tests, which `use` gets with its owner before the first one.
 *
 * @returns functions that put lots and orders into it
 */
export function openForRecalls(use: (opened: Opened) => void) {
  let database: OpenDatabase;
  let own: Opened;
  beforeAll(async () => {
    database = await openTestDatabase();
    own = { db: database.db, admin: await signedInAdmin(database.db) };
    use(own);
  });
  afterAll(() => database.close());
  return {
    packed: (...of: Of<typeof insertPacked>) => insertPacked(own.db, ...of),
    lotOf: (...of: Of<typeof insertMadeLot>) => insertMadeLot(own.db, ...of),
    guest: (...of: Of<typeof insertGuest>) => insertGuest(own.db, ...of),
    traced: async (lotId: string, scope: "both" | "forward" = "both") =>
      traceLots(own.db, own.admin, await closureOf(own.db, own.admin, lotId, scope)),
  };
}
