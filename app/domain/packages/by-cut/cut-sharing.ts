import { z } from "zod";
import { checkForm } from "#app/lib/form/check-form.ts";
import { type Share, type Sharing, sharings } from "./by-cut.ts";

export const sharingInWords: Record<Sharing, string> = {
  pro_rata: "In proportion to what was ordered",
  rank: "By the clients’ rank",
  time: "By the time of the order",
};

export interface CutSharing {
  productId: string;
  /** The sharing lines, as shown. */
  itemIds: string[];
  /** Pounds available besides those packed. */
  leftLb: string;
  how: Sharing;
  /** The resulting shares as shown (`seenShares`). */
  seen: string;
}

/** Serializes shares as shown, to compare them with those computed under the orders' locks. */
export function seenShares(itemIds: readonly string[], shares: ReadonlyMap<string, Share>): string {
  return itemIds.map((id) => shares.get(id)?.shareLb ?? "gone").join(" ");
}

const incomplete = "Please load the page again";

const sharingForm = z.object({
  itemIds: z
    .string(incomplete)
    .transform((text) => text.split(" ").filter(Boolean))
    .pipe(z.array(z.guid(incomplete).toLowerCase()).min(1, incomplete).max(2_000, incomplete)),
  leftLb: z
    .string(incomplete)
    .regex(/^\d{1,5}(\.\d{1,2})?$/, "Please enter pounds, for instance 40"),
  how: z.enum(sharings, "Please choose how it is shared"),
  seen: z.string(incomplete).max(40_000, incomplete),
});

/** Parses a submitted decision, or returns the answer with its errors. */
export function checkSharing(fields: Record<string, string>) {
  return checkForm(sharingForm, fields);
}
