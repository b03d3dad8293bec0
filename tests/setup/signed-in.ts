import type { Account } from "#app/domain/access/account-rights.ts";
import {
  type Admin,
  type Client,
  type ImageEditor,
  type Staff,
  staffMay,
} from "#app/domain/access/capability.ts";
import type { Permission } from "#app/domain/access/staff-roles.ts";
import type { NewProfile } from "#app/domain/accounts/insert-account.server.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import type { Database } from "#db/database.ts";
import type { StaffRole } from "#db/schema/values/staff.ts";
import { insertClient } from "./factories.ts";

// Each function inserts an account with its profile and returns its user's capability.

/** Inserts a wholesale client. */
export async function signedInClient(db: Database, profile: NewProfile = {}): Promise<Client> {
  const { user } = await insertClient(db, { profile });
  return held(capabilitiesOf(ownAccount(user), "").client);
}

/** Inserts an administrator by profile, who may not change images. */
export async function signedInAdmin(db: Database): Promise<Admin> {
  const { user } = await insertClient(db, { profile: { companyName: "", isAdmin: true } });
  return held(capabilitiesOf({ ...ownAccount(user), isAdmin: true }, "").admin);
}

/** Inserts the administrator at the designated address. */
export async function signedInImageEditor(db: Database): Promise<ImageEditor> {
  const { user } = await insertClient(db, { profile: { companyName: "" } });
  return held(capabilitiesOf(ownAccount(user), user.email).imageEditor);
}

/** The account of an administrator with only the permissions of another role, and no customer. */
export function staffAs<P extends Permission>(
  { userId, email }: Admin,
  staffRole: Exclude<StaffRole, "owner">,
  ...permissions: P[]
): Staff<P> {
  const account = { userId, email, isAdmin: false, staffRole, membership: null };
  const staff = held(capabilitiesOf(account, "").staff);
  if (!staffMay(staff, ...permissions)) throw new Error("This role does not hold this permission");
  return staff;
}

/** The account of a customer's owner, who has the same id. */
export function ownAccount({ id, email }: { id: string; email: string }): Account {
  const membership = { customerId: id, role: "owner", siteIds: null } as const;
  return { userId: id, email, isAdmin: false, membership };
}

function held<Capability>(capability: Capability | null): Capability {
  if (!capability) throw new Error("The account does not hold this capability");
  return capability;
}
