import type { RequestContext } from "#app/context.server.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { checkTerms, termsSeen, termsValues } from "#app/domain/customers/terms/client-terms.ts";
import { updateClientTerms } from "#app/features/clients/client-terms.server.ts";
import { changesInWords } from "#app/features/history/history.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { conflictInWords, keepTheirs } from "#app/lib/form/keep-theirs.ts";
import { Refusal } from "#app/lib/refusal.ts";

/** Saves submitted terms. @throws Refusal */
export async function saveTerms(
  db: RequestContext["db"],
  admin: Admin,
  id: string,
  values: Record<string, string>,
): Promise<void> {
  const terms = accepted(checkTerms(values));
  const seen = values.seen ?? "";
  const { outcome, stored } = await updateClientTerms(db, admin, { id, seen }, terms);
  if (outcome === "saved") return;
  if (outcome === "gone") throw new Refusal("gone", "This client no longer exists.");
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
  throw new Refusal("changed", conflictInWords("these terms"), {
    errors: Object.fromEntries(errors),
    answer: { values: { ...shown, seen: termsSeen(stored) } },
  });
}
