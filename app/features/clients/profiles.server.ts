import { eq } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { auditedLength, shortened } from "#app/features/audit/shortened.ts";
import type { Client } from "#app/features/auth/capability.ts";
import type { Database } from "#db/database.ts";
import { profiles } from "#db/schema/profiles.ts";
import {
  type Profile,
  type ProfileFields,
  ProfileNotFoundError,
  profileFields,
} from "./profile.ts";

const profileColumns = {
  id: profiles.id,
  companyName: profiles.companyName,
  contactName: profiles.contactName,
  phone: profiles.phone,
  address: profiles.address,
  notes: profiles.notes,
  isAdmin: profiles.isAdmin,
};

/** The client's own profile, or null while the account has none. */
export async function getProfile(db: Database, client: Client): Promise<Profile | null> {
  const [profile] = await db
    .select(profileColumns)
    .from(profiles)
    .where(eq(profiles.id, client.userId));
  return profile ?? null;
}

/**
 * Updates the given fields of the client's own profile and returns it. Other properties of
 * `fields`, e.g. `isAdmin`, are ignored.
 *
 * @throws ProfileNotFoundError; ZodError for a text that is too long, which the form rejects first
 */
export async function updateProfile(
  db: Database,
  client: Client,
  fields: Partial<ProfileFields>,
): Promise<Profile> {
  const given = profileFields.partial().parse(fields);
  return db.transaction(async (tx) => {
    const [profile] = await tx
      .select(profileColumns)
      .from(profiles)
      .where(eq(profiles.id, client.userId))
      .for("update");
    if (!profile) throw new ProfileNotFoundError(client.userId);

    const { before, after } = difference(profile, given);
    if (Object.keys(after).length === 0) return profile;
    await tx.update(profiles).set(after).where(eq(profiles.id, client.userId));
    await recordAudit(tx, client, {
      entity: "client",
      entityId: client.userId,
      action: "updated",
      ...shortenedChange(before, after),
    });
    return { ...profile, ...after };
  });
}

/** The logged change; long texts are cut to the part that differs. */
function shortenedChange(before: Partial<ProfileFields>, after: Partial<ProfileFields>) {
  const logged: { before: Partial<ProfileFields>; after: Partial<ProfileFields> } = {
    before: {},
    after: {},
  };
  for (const field of profileFields.keyof().options) {
    const [from, to] = [before[field], after[field]];
    if (from === undefined || to === undefined) continue;
    [logged.before[field], logged.after[field]] = shortened(from, to, auditedLength);
  }
  return logged;
}

function difference(profile: Profile, given: Partial<ProfileFields>) {
  const before: Partial<ProfileFields> = {};
  const after: Partial<ProfileFields> = {};
  for (const field of profileFields.keyof().options) {
    const value = given[field];
    if (value === undefined || value === profile[field]) continue;
    before[field] = profile[field];
    after[field] = value;
  }
  return { before, after };
}
