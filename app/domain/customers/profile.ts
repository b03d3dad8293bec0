import { z } from "zod";
import { checkForm } from "#app/lib/form/check-form.ts";
import { hasWebAddress, noWebAddress } from "#app/lib/form/form-texts.ts";
import { hiddenCharacters, noHiddenCharacters } from "#app/lib/form/hidden-characters.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { atMostCharacters } from "#app/lib/in-words.ts";
import { readPostalCode } from "#app/lib/postal-code.ts";
import { Refusal } from "#app/lib/refusal.ts";

const text = (max: number) =>
  z
    .string()
    // The database rejects NUL. Forms submit line breaks as CRLF, but maxlength counts them as one
    // character.
    .transform((typed) => typed.replaceAll("\0", "").replaceAll("\r\n", "\n").trim())
    .pipe(z.string().max(max, atMostCharacters(max)));

const name = text(200)
  .refine((typed) => !hiddenCharacters.test(typed), noHiddenCharacters)
  .refine((typed) => !hasWebAddress(typed), noWebAddress);

/** The profile fields a client may change, within the table's limits. */
export const profileFields = z.object({
  companyName: name,
  contactName: name,
  // Free text, "604-555-0142, ask for the kitchen", but an email address is a mistake.
  phone: text(50).refine((typed) => !typed.includes("@"), "Please enter a phone number"),
  address: text(500),
  /** E.g. "V3G1A2"; empty if unknown. */
  postalCode: z.string().transform((typed, check) => {
    if (typed.trim() === "") return "";
    const read = readPostalCode(typed);
    if (read.ok) return read.postalCode;
    check.addIssue({ code: "custom", message: read.words });
    return "";
  }),
  notes: text(5000),
});

export type ProfileFields = z.infer<typeof profileFields>;

/** A customer's business details; missing ones are the empty string. */
export interface Profile extends ProfileFields {
  id: string;
}

/** A customer in the back office; missing details are the empty string. */
export interface ClientSummary extends Omit<ProfileFields, "postalCode"> {
  id: string;
  /** The company, or "Staff". */
  listedName: string | null;
  /** The owner's or a guest's; empty for other customers without a login. */
  email: string;
  /** Guest orders of its members, which its other figures exclude. */
  guestOrders: number;
  createdAt: Date;
  /** Since when it can no longer order; null while active. */
  inactiveAt: Date | null;
  orderCount: number;
  /** In dollars, "1249.90" (`spentOn`): placed orders not on hold, corrected. */
  totalSpent: string;
}

/** A cursor in a list by company name. */
export type ClientPlace = Pick<ClientSummary, "companyName" | "id">;

/** A page of clients, 50 by default; a malformed cursor gives the first page. */
export interface ClientPage {
  after?: ClientPlace | undefined;
  /** The first client of the following page, for paging back; takes precedence over `after`. */
  before?: ClientPlace | undefined;
  limit?: number;
}

export const onlyForOwner = () =>
  new Refusal("forbidden", "Only the owner of this account can change these details.");

/** Schema of the profile fields; only the company name is required. `missing` is its message. */
const profileNaming = (missing: string) =>
  z.object({
    ...profileFields.partial().shape,
    companyName: z
      .string(missing)
      .pipe(profileFields.shape.companyName)
      .refine((name) => name !== "", missing),
  });

export const profileForm = profileNaming("Please enter your company name");

export const clientProfileForm = profileNaming("Please enter the company name");

/**
 * Returns the server's answer to an invalid profile; undefined if valid. The page loads this large
 * module only when the form is submitted.
 */
export function refusalOf(fields: Record<string, string>): FormAnswer | undefined {
  return checkForm(profileForm, fields).refused;
}
