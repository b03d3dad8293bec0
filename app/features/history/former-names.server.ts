import { z } from "zod";
import type { Staff } from "#app/domain/access/capability.ts";
import type { Receipt } from "#app/domain/receiving/receiving.ts";
import type { Database } from "#db/database.ts";
import { listHistory } from "./history.server.ts";

/**
 * Returns the earlier codes and suppliers of a receipt's lots, which labels printed before a
 * correction still show. For staff who pack.
 */
export async function formerNamesOf(
  db: Database,
  staff: Staff<"pack">,
  { lines }: Receipt,
): Promise<string[]> {
  const ids = [...new Set(lines.flatMap(({ lotId }) => lotId ?? []))];
  const histories = await Promise.all(
    ids.map((entityId) => listHistory(db, staff, { entity: "lot", entityId })),
  );
  const all = histories.flatMap((entries) => {
    const names = entries.flatMap(({ before }) => formerName.safeParse(before).data ?? []);
    const latest = names.find(({ code, supplier }) => code ?? supplier);
    return [latest?.code, latest?.supplier].flatMap((name) => name ?? []);
  });
  return [...new Set(all)];
}

const formerName = z.object({ code: z.string().optional(), supplier: z.string().optional() });
