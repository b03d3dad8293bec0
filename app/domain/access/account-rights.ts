import type { MemberRole } from "#db/schema/values/customers.ts";
import type { StaffRole } from "#db/schema/values/staff.ts";

export interface Account {
  userId: string;
  email: string;
  /** `profiles.is_admin`; null or undefined without a profile, which grants nothing. */
  isAdmin: boolean | null | undefined;
  /** `profiles.staff_role`, for staff who aren't administrators. */
  staffRole?: Exclude<StaffRole, "owner"> | null | undefined;
  membership: {
    customerId: string;
    role: MemberRole;
    siteIds: string[] | null;
    /** The customer and the records merged into it; only the customer if undefined. */
    records?: readonly string[];
  } | null;
  /** Ids of the guests they have adopted (domain/customers); none if undefined. */
  guests?: readonly string[];
  /** The session that the request came with; undefined for an account without a request. */
  session?: { id: string; provenAt: Date; seenAt: Date };
  /**
   * What this session still lacks to open the back office: to prove the account's second factor, or
   * to set up a required one. Null or undefined for nothing.
   */
  owes?: "second factor" | "set-up" | null;
}

/** Returns an account's rights, to show on screens. Data functions take capabilities instead. */
export function rightsOf(
  { email, isAdmin, staffRole }: Pick<Account, "email" | "isAdmin" | "staffRole">,
  designatedEmail: string,
) {
  const isImageEditor = isSameAddress(email, designatedEmail);
  const isOwner = isImageEditor || isAdmin === true;
  const role: StaffRole | null = isOwner ? "owner" : (staffRole ?? null);
  return { isAdmin: isOwner, isImageEditor, staffRole: role };
}

/**
 * True if an address is the designated one, ignoring case and surrounding space; an empty
 * designated address matches nobody.
 */
export function isSameAddress(email: string, designatedEmail: string): boolean {
  const designated = normalised(designatedEmail);
  return designated !== "" && normalised(email) === designated;
}

function normalised(email: string): string {
  return email.trim().toLowerCase();
}
