import type { RequestContext } from "#app/context.server.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { checkTerms, termsSeen, termsValues } from "#app/domain/customers/terms/client-terms.ts";
import { updateClientTerms } from "#app/features/clients/client-terms.server.ts";
import { valueInWords } from "#app/features/history/history.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { conflictRefusal } from "#app/lib/form/keep-theirs.ts";
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
  const typed = { ...values, ...termsValues(terms) };
  throw conflictRefusal(typed, {
    what: "these terms",
    stored: termsValues(stored),
    version: { seen: termsSeen(stored) },
    inWords: valueInWords,
  });
}
