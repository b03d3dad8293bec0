import type { Admin, Client, ImageEditor, Visitor } from "./capability.ts";

/** The session's account, as stored in the accounts tables. */
export interface Account {
  userId: string;
  email: string;
  /** `profiles.is_admin`; null or undefined without a profile, which grants nothing. */
  isAdmin: boolean | null | undefined;
}

/** All capabilities of a request; null for those it doesn't have. */
export interface Capabilities {
  visitor: Visitor;
  client: Client | null;
  admin: Admin | null;
  imageEditor: ImageEditor | null;
}

/**
 * Builds the capabilities for a session's account, or for no account (`null`). This is the only
 * place that creates capabilities: nothing outside `features/auth` and tests may import it. Routes
 * get theirs from the guards.
 *
 * An administrator has `profiles.is_admin` set or the designated address (specification, section
 * 6). Whole addresses are compared, trimmed and in lower case; an empty designated address matches
 * nobody.
 */
export function capabilitiesOf(account: Account | null, designatedEmail: string): Capabilities {
  const visitor = Object.freeze({}) as Visitor;
  if (!account) return { visitor, client: null, admin: null, imageEditor: null };

  const holder = Object.freeze({ userId: account.userId, email: account.email });
  const designated = isSameAddress(account.email, designatedEmail);
  const admin = designated || account.isAdmin === true;
  return {
    visitor,
    client: holder as Client,
    admin: admin ? (holder as Admin) : null,
    imageEditor: designated ? (holder as ImageEditor) : null,
  };
}

/**
 * Whether an address is the designated one, ignoring case and surrounding space; an empty
 * designated address matches nobody.
 */
export function isSameAddress(email: string, designatedEmail: string): boolean {
  const designated = normalised(designatedEmail);
  return designated !== "" && normalised(email) === designated;
}

function normalised(email: string): string {
  return email.trim().toLowerCase();
}
