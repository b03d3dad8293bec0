import type { RequestContext } from "#app/context.server.ts";
import { valueInWords } from "#app/features/audit/history.ts";
import type { Staff } from "#app/features/auth/capability.ts";
import { getLot } from "#app/features/lots/lot-details.server.ts";
import { checkLot, type LotAnswer, lotFailed, lotValues } from "#app/features/lots/lot-form.ts";
import { createLot, resolveParents, updateLot } from "#app/features/lots/lots.server.ts";
import { LotRefusedError } from "#app/features/lots/lots.ts";
import { conflictInWords, drawnField, keepTheirs } from "#app/lib/form/keep-theirs.ts";

type Outcome = { id: string; refused?: never } | { id?: never; refused: LotAnswer; status: number };

/** Stores a submitted lot: a new one without an id. */
export async function saveLot(
  { db, log }: Pick<RequestContext, "db" | "log">,
  staff: Staff<"pack">,
  id: string | null,
  values: Record<string, string>,
): Promise<Outcome> {
  const { lot, parents: typed, refused } = checkLot(values);
  if (refused) return { refused, status: 400 };
  try {
    const { parents, errors } = await resolveParents(db, staff, typed);
    if (Object.keys(errors).length > 0) {
      const message = "Please correct the marked fields.";
      return { refused: { message, errors, values }, status: 400 };
    }
    if (id === null) return { id: (await createLot(db, staff, lot, parents)).id };
    const version = /^\d{1,9}$/.test(values.version ?? "") ? Number(values.version) : -1;
    await updateLot(db, staff, { id, version }, lot, parents);
    return { id };
  } catch (error) {
    if (error instanceof LotRefusedError) {
      const refused = await refusalOf(error).catch(() => null);
      if (refused) return { refused, status: error.reason === "gone" ? 404 : 409 };
    }
    log.error({ err: error }, "storing a lot failed");
    return { refused: { message: lotFailed, values }, status: 503 };
  }

  async function refusalOf({ reason }: LotRefusedError): Promise<LotAnswer> {
    switch (reason) {
      case "gone":
        return { message: "There is no such lot any more.", values };
      case "exists": {
        const code = ["This supplier has a lot of this code already."];
        return { message: "Please correct the marked fields.", errors: { code }, values };
      }
      case "packed": {
        const message =
          "Packages of this lot were packed meanwhile, so its code and supplier stay. Load the page again.";
        return { message, values };
      }
      case "circle":
        return circleAnswer(await getLot(db, staff, id ?? ""));
      case "changed":
        return conflictAnswer(await getLot(db, staff, id ?? ""));
    }
  }

  /** Marks the lots that were made of this one. */
  function circleAnswer(stored: Awaited<ReturnType<typeof getLot>>): LotAnswer {
    const made = new Set(
      [stored, ...(stored?.wentInto ?? [])].map((one) => one?.code.toLowerCase()),
    );
    const errors: Record<string, string[]> = {};
    for (const { row, name } of typed ?? []) {
      const isMade = [...made].some(
        (code) =>
          code && (name.toLowerCase() === code || name.toLowerCase().startsWith(`${code}, `)),
      );
      if (isMade) errors[`parent${row}`] = ["This lot was made of the one you are editing."];
    }
    return { message: "A lot cannot be made from what was made of it.", errors, values };
  }

  function conflictAnswer(stored: Awaited<ReturnType<typeof getLot>>): LotAnswer {
    if (!stored) return { message: "There is no such lot any more.", values };
    const theirs = lotValues(stored);
    const { values: shown, isTouched } = keepTheirs(values, theirs);
    const now = new Map(Object.entries(theirs));
    const sent = new Map(Object.entries(shown));
    const differing = [...new Set([...now.keys(), ...sent.keys()])].filter(
      (name) =>
        name !== "version" &&
        name !== drawnField &&
        isTouched(name) &&
        (now.get(name) ?? "") !== (sent.get(name) ?? ""),
    );
    return {
      message: conflictInWords("this lot"),
      errors: Object.fromEntries(
        differing.map((name) => [
          name,
          [`Saved value: ${valueInWords(name, now.get(name)) || "none"}`],
        ]),
      ),
      values: { ...shown, version: String(stored.version) },
    };
  }
}
