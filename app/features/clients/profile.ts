import { z } from "zod";
import { hasWebAddress, noWebAddress } from "#app/lib/web-address.ts";

const text = (max: number) =>
  z
    .string()
    // The database takes no NUL in a text; no keyboard types one. A form sends the line breaks of a
    // text area as two characters, but lets people type as if they were one.
    .transform((typed) => typed.replaceAll("\0", "").replaceAll("\r\n", "\n").trim())
    .pipe(z.string().max(max, `Please use at most ${max} characters`));

const name = text(200).refine((typed) => !hasWebAddress(typed), noWebAddress);

/** What a client may change of their own profile, as long as the table takes it. */
export const profileFields = z.object({
  companyName: name,
  contactName: name,
  phone: text(50),
  address: text(500),
  notes: text(5000),
});

export type ProfileFields = z.infer<typeof profileFields>;

/** The business behind an account; what was not given is the empty string. */
export interface Profile extends ProfileFields {
  /** The account's id. */
  id: string;
  isAdmin: boolean;
}

/** A client in the back office; what was not given is the empty string. */
export interface ClientSummary extends ProfileFields {
  /** The account's id. */
  id: string;
  /** What lists call them: the company, or "Staff". */
  listedName: string | null;
  email: string;
  createdAt: Date;
  orderCount: number;
  /** Dollars over all the client's orders, e.g. "1249.90". */
  totalSpent: string;
}

/** Where a client stands in a list by company name. */
export type ClientPlace = Pick<ClientSummary, "companyName" | "id">;

/** Which page of clients, of 50 unless told; a place that is not well-formed begins at the first. */
export interface ClientPage {
  /** The last client of the page before. */
  after?: ClientPlace | undefined;
  /** The first client of the page after; outweighs `after`. */
  before?: ClientPlace | undefined;
  limit?: number;
}

/** The account has no profile; for a 404. */
export class ProfileNotFoundError extends Error {
  override readonly name = "ProfileNotFoundError";

  constructor(userId: string) {
    super(`No profile for the account ${userId}`);
  }
}
