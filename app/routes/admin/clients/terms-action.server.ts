import type { RequestContext } from "#app/context.server.ts";
import { changesInWords } from "#app/features/audit/history.ts";
import type { Admin } from "#app/features/auth/capability.ts";
import { updateClientTerms } from "#app/features/clients/terms/client-terms.server.ts";
import {
  checkTerms,
  type TermsAnswer,
  termsFailed,
  termsSeen,
  termsValues,
} from "#app/features/clients/terms/client-terms.ts";
import { conflictInWords, keepTheirs } from "#app/lib/form/keep-theirs.ts";

/** Saves submitted terms; undefined if they are saved. */
export async function saveTerms(
  { db, log }: Pick<RequestContext, "db" | "log">,
  admin: Admin,
  id: string,
  values: Record<string, string>,
): Promise<{ answer: TermsAnswer; status: number } | undefined> {
  const { data: terms, refused } = checkTerms(values);
  if (refused) return { answer: refused, status: 400 };
  try {
    const seen = values.seen ?? "";
    const { outcome, stored } = await updateClientTerms(db, admin, { id, seen }, terms);
    if (outcome === "saved") return undefined;
    if (outcome === "gone") {
      return { answer: { message: "There is no such client any more.", values }, status: 404 };
    }
    const [mine, theirs] = [termsValues(terms), termsValues(stored)];
    const { values: shown, isTouched } = keepTheirs(values, theirs);
    const names = (Object.keys(theirs) as (keyof typeof theirs)[]).filter(
      (name) => isTouched(name) && mine[name] !== theirs[name],
    );
    const errors = names.map((name) => {
      const [change] = changesInWords({
        ...{ id: 0, at: new Date(0), actorEmail: "", action: "" },
        ...{ before: { [name]: mine[name] }, after: { [name]: theirs[name] } },
      });
      return [name, [`Saved value: ${change?.to ?? "none"}`]];
    });
    return {
      answer: {
        message: conflictInWords("these terms"),
        errors: Object.fromEntries(errors),
        values: { ...shown, seen: termsSeen(stored) },
      },
      status: 409,
    };
  } catch (error) {
    log.error({ err: error, clientId: id }, "saving a client's terms failed");
    return { answer: { message: termsFailed, values }, status: 503 };
  }
}
