import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";

export const noSuchReceipt = () => new Refusal("gone", "There is no such receipt.");

export const noSuchSupplier = () => new Refusal("gone", "There is no such supplier.");

/** Refuses a concurrent change. The typed values stay, and overwrite the other if sent again. */
export const changedMeanwhile = (what: string, version: number) =>
  new Refusal(
    "changed",
    `Someone else has changed ${what} since you opened it. What you typed is still here: compare it with the history, and save again if it is to replace theirs.`,
    { fields: { version: String(version) } },
  );

export function wrongFields(errors: Record<string, string[]>): Refusal {
  return new Refusal("invalid", invalidMessage, { errors });
}
