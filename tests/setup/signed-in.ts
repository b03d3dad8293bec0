import { capabilitiesOf } from "#app/features/auth/capability.server.ts";
import type { Admin, Client, ImageEditor } from "#app/features/auth/capability.ts";
import type { Database } from "#db/database.ts";
import type { profiles } from "#db/schema/profiles.ts";
import { insertClient } from "./factories.ts";

// Each inserts an account with its profile and returns what somebody signed in to it may do.

type ProfileFields = Partial<typeof profiles.$inferInsert>;

/** A wholesale client. */
export async function signedInClient(db: Database, profile: ProfileFields = {}): Promise<Client> {
  const { user } = await insertClient(db, { profile });
  const account = { userId: user.id, email: user.email, isAdmin: false };
  return held(capabilitiesOf(account, "").client);
}

/** An administrator by profile, who may not change pictures. */
export async function signedInAdmin(db: Database): Promise<Admin> {
  const { user } = await insertClient(db, { profile: { companyName: "", isAdmin: true } });
  const account = { userId: user.id, email: user.email, isAdmin: true };
  return held(capabilitiesOf(account, "").admin);
}

/** The administrator at the designated address. */
export async function signedInImageEditor(db: Database): Promise<ImageEditor> {
  const { user } = await insertClient(db, { profile: { companyName: "" } });
  const account = { userId: user.id, email: user.email, isAdmin: false };
  return held(capabilitiesOf(account, user.email).imageEditor);
}

function held<Capability>(capability: Capability | null): Capability {
  if (!capability) throw new Error("The account does not hold this capability");
  return capability;
}
