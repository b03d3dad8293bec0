import type { Admin, Client, ImageEditor, Visitor } from "./capability.ts";

/** The session's account, as the accounts tables tell of it. */
export interface Account {
  userId: string;
  email: string;
  /** `profiles.is_admin`; null or undefined where there is no profile, which grants nothing. */
  isAdmin: boolean | null | undefined;
}

/** Every capability a request holds; null where it holds none of that kind. */
export interface Capabilities {
  visitor: Visitor;
  client: Client | null;
  admin: Admin | null;
  imageEditor: ImageEditor | null;
}

/**
 * The capabilities of a session's account, or of nobody (`null`). The only maker of capabilities:
 * nothing outside `features/auth` and tests may import it. Routes get theirs from the guards.
 *
 * An administrator has `profiles.is_admin` true or the designated address (specification,
 * section 6); addresses are compared trimmed and in lower case, whole, and an empty designated
 * address designates nobody.
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

/** Whether an address is the designated one, however either is written; a blank one is nobody's. */
export function isSameAddress(email: string, designatedEmail: string): boolean {
  const designated = normalised(designatedEmail);
  return designated !== "" && normalised(email) === designated;
}

function normalised(email: string): string {
  return email.trim().toLowerCase();
}
