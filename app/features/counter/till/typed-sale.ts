import { z } from "zod";
import { poModes } from "#db/schema/values/customers.ts";
import { kept, ownKey, parsed } from "./outbox.ts";
import type { TypedTenders } from "./tender-fields.tsx";

const text = (most: number) => z.string().max(most).catch("");

const typedSaleSchema = z.object({
  /** Request id of the basket; empty before the first line. */
  requestId: text(40),
  tenders: z
    .partialRecord(
      z.enum(["cash", "terminal", "etransfer", "cheque", "chequeNumber", "etransferReference"]),
      z.string().max(200),
    )
    .catch({}),
  client: z
    .object({ id: z.guid(), name: z.string().max(200), poMode: z.enum(poModes) })
    .nullable()
    .catch(null),
  poNumber: text(100),
  mailTo: text(254),
  chosenId: text(40),
  entry: text(512),
  lots: z.record(z.string(), z.string().max(40)).catch({}),
});

/** Input for the current sale besides its lines. */
export type TypedSale = z.output<typeof typedSaleSchema>;

/**
 * Keeps one person's input at a till in this browser until the sale is paid, also over a reload,
 * the end of the session and a sign-out. All tabs share it; the last one to type wins.
 */
export function createTypedSaleStore(tillId: string, userId: string) {
  const stored = kept(ownKey("till-typed", tillId, userId));
  /** True if this tab has stored something; a tab without input leaves another's alone. */
  let isOwn = false;
  return {
    read(requestId: string): TypedSale | null {
      const { data } = typedSaleSchema.safeParse(parsed(stored.read()));
      return data && data.requestId === requestId ? data : null;
    },
    write(typed: TypedSale): void {
      const isBlank = blank(typed);
      if (isBlank && !isOwn) return;
      isOwn = !isBlank;
      stored.write(isBlank ? null : JSON.stringify(typed));
    },
  };
}

/** Lots alone are no input: each line has its own, and the next one's is proposed anew. */
function blank({ tenders, client, poNumber, mailTo, chosenId, entry }: TypedSale): boolean {
  const texts = [
    ...Object.values(tenders satisfies TypedTenders),
    poNumber,
    mailTo,
    chosenId,
    entry,
  ];
  return client === null && texts.every((one) => one === "");
}
