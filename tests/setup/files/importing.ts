import { expect } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { guessColumns } from "#app/features/imports/columns.ts";
import {
  applyImport,
  getImport,
  listImportRows,
  readImport,
  storeImport,
  undoImport,
} from "#app/features/imports/imports.server.ts";
import { performImport } from "#app/features/imports/jobs/work-imports.server.ts";
import type { Database } from "#db/database.ts";
import type { ImportKind } from "#db/schema/values/imports.ts";
import { sampleShop } from "../shops/sample-shop.ts";
import { silentLog } from "../test-log.ts";

/** Returns functions that import files as the screens do; their jobs run at once. */
export function importsOf(db: Database, admin: Admin) {
  const services = { db, log: silentLog, shop: sampleShop() };

  const work = (id: string) => performImport(services, id);

  const stateOf = async (id: string) => (await getImport(db, admin, id))?.state;

  return {
    services,
    work,

    /** Uploads a file with its columns as guessed, and compares its rows. */
    async upload(kind: ImportKind, file: string | Buffer): Promise<string> {
      const content = Buffer.from(file);
      const { id, isReading } = await storeImport(db, admin, { kind, name: "file.csv", content });
      if (!isReading) {
        const { columns } = guessColumns(kind, (await getImport(db, admin, id))?.head ?? []);
        expect(await readImport(db, admin, id, columns)).toBeNull();
      }
      await work(id);
      return id;
    },

    /** Returns the resulting state, or the reason of a refusal. */
    async apply(id: string, invites = false): Promise<string | undefined> {
      const refusal = await applyImport(db, admin, id, invites);
      if (refusal) return refusal;
      await work(id);
      return stateOf(id);
    },

    async undo(id: string, anyway = false): Promise<string | undefined> {
      const refusal = await undoImport(db, admin, id, anyway);
      if (refusal) return refusal;
      await work(id);
      return stateOf(id);
    },

    /** Returns the states of a file's rows in order, with their problems. */
    async rowsOf(id: string): Promise<string[]> {
      const { rows } = await listImportRows(db, admin, id, {});
      return rows.map(({ state, problem }) => (problem ? `${state}: ${problem}` : state));
    },
  };
}
