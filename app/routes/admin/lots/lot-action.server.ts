import type { RequestContext } from "#app/context.server.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { getLot } from "#app/domain/lots/lot-details.server.ts";
import { checkLot, type LotAnswer, lotValues } from "#app/domain/lots/lot-form.ts";
import { createLot, resolveParents, updateLot } from "#app/domain/lots/lots.server.ts";
import { valueInWords } from "#app/features/history/history.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { conflictRefusal } from "#app/lib/form/keep-theirs.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { isRefusal, Refusal } from "#app/lib/refusal.ts";

const cutOnSheets =
  "Enter what is cut or ground on a cutting sheet: it takes the pounds from their lot. Nothing was stored.";

type StoredLot = NonNullable<Awaited<ReturnType<typeof getLot>>>;

/** Updates a lot from its form, or creates one if `id` is null. Returns its id. @throws Refusal */
export async function saveLot(
  db: RequestContext["db"],
  staff: Staff<"pack">,
  id: string | null,
  values: Record<string, string>,
): Promise<string> {
  const { lot, parents: typed, receivedWhy } = accepted(checkLot(values));
  if (id === null && typed.length > 0) throw new Refusal("sheet", cutOnSheets);
  const { parents, errors } = await resolveParents(db, staff, typed);
  if (Object.keys(errors).length > 0) throw new Refusal("invalid", invalidMessage, { errors });
  if (id === null) return (await createLot(db, staff, lot)).id;
  const version = /^\d{1,9}$/.test(values.version ?? "") ? Number(values.version) : -1;
  try {
    await updateLot(db, staff, { id, version }, lot, parents, receivedWhy);
    return id;
  } catch (error) {
    if (!isRefusal(error, "circle", "changed")) throw error;
    const stored = await getLot(db, staff, id);
    if (!stored) throw new Refusal("gone", "This lot no longer exists.");
    if (error.code === "circle") {
      throw new Refusal(error.code, error.message, { answer: circleAnswer(stored) });
    }
    throw conflictRefusal(values, {
      what: "this lot",
      stored: lotValues(stored),
      version: { version: String(stored.version) },
      inWords: valueInWords,
    });
  }

  /** Marks the typed parents that are this lot or were made from it. */
  function circleAnswer(stored: StoredLot): LotAnswer {
    const made = new Set([stored, ...stored.wentInto].map((one) => one.code.toLowerCase()));
    const errors: Record<string, string[]> = {};
    for (const { row, name } of typed ?? []) {
      const isMade = [...made].some(
        (code) =>
          code && (name.toLowerCase() === code || name.toLowerCase().startsWith(`${code}, `)),
      );
      const isItself = name.toLowerCase().startsWith(stored.code.toLowerCase());
      if (isMade) {
        errors[`parent${row}`] = [
          isItself
            ? "A lot cannot be made of itself."
            : "This lot was made of the one you are editing.",
        ];
      }
    }
    return { errors };
  }
}
