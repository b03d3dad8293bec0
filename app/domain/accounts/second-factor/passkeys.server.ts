import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from "@simplewebauthn/server";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Shop } from "#app/content/company.ts";
import type { StaffAccount } from "#app/domain/access/capability.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { databaseErrorOf } from "#db/database-error.ts";
import { passkeys } from "#db/schema/second-factor.ts";
import { makeLink, readLink, takeLink } from "../credentials/secret-links.server.ts";
import { passkeyMs } from "../lifetimes.ts";
import {
  changeFactors,
  type FactorServices,
  factorAdded,
  factorRemoved,
} from "./factor-changes.server.ts";
import { maxPasskeyAnswer } from "./second-factor.ts";

// Passkeys by W3C Web Authentication, Level 3. As a second factor beside the password, they don't
// require the device to verify the user by fingerprint or PIN. The library takes memory for
// certificates, so it is loaded only when somebody uses a passkey.
const library = () => import("@simplewebauthn/server");

const mostPasskeys = 20;

/** Returns what a browser must sign to add a passkey. Single use, valid for some minutes. */
export async function optionsToAdd({ db, shop }: FactorServices, account: StaffAccount) {
  const { generateRegistrationOptions } = await library();
  const challenge = await makeLink(db, "passkey", `add:${account.userId}`, passkeyMs);
  return generateRegistrationOptions({
    rpName: shop.company.name,
    rpID: hostOf(shop),
    userName: account.email,
    userID: new TextEncoder().encode(account.userId),
    userDisplayName: account.email,
    challenge: bytesOf(challenge),
    attestationType: "none",
    excludeCredentials: await described(db, account.userId),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/** Returns what a browser must sign to prove a passkey of the account; null if it has none. */
export async function optionsToProve(
  { db, shop }: Pick<FactorServices, "db" | "shop">,
  userId: string,
) {
  const allowCredentials = await described(db, userId);
  if (allowCredentials.length === 0) return null;
  const { generateAuthenticationOptions } = await library();
  const challenge = await makeLink(db, "passkey", `prove:${userId}`, passkeyMs);
  return generateAuthenticationOptions({
    rpID: hostOf(shop),
    allowCredentials,
    challenge: bytesOf(challenge),
    userVerification: "preferred",
  });
}

/**
 * Adds the passkey that a browser has created. Returns recovery codes, to be shown once, if these
 * are the first.
 *
 * @param sent the browser's answer as JSON, from a request
 * @throws Refusal for an answer that proves nothing, a passkey in use, or too many passkeys
 */
export async function addPasskey(
  { db, shop }: FactorServices,
  account: StaffAccount,
  { name, sent }: { name: string; sent: string },
): Promise<string[] | null> {
  const response = readAnswer(sent);
  const challenge = await challengeIn(db, response, `add:${account.userId}`);
  if (!response || !challenge) throw new Refusal("factor", notAdded);
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: shop.siteUrl,
    expectedRPID: hostOf(shop),
    requireUserVerification: false,
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || !registrationInfo) throw new Refusal("factor", notAdded);
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return changeFactors(db, account, async (change) => {
    const { tx } = change;
    if ((await takeLink(tx, "passkey", challenge)) === null) {
      throw new Refusal("factor", notAdded);
    }
    const own = eq(passkeys.userId, account.userId);
    if ((await tx.$count(passkeys, own)) >= mostPasskeys) {
      throw new Refusal(
        "factor",
        `${mostPasskeys} passkeys are as many as an account can have. Please remove one first.`,
      );
    }
    await tx.insert(passkeys).values({
      userId: account.userId,
      name,
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString("base64url"),
      counter,
      transports: transports.filter((way) => /^[\w-]{1,20}$/.test(way)).join(" "),
    });
    return factorAdded(change, account, "passkey added", { shop, details: { name } });
  }).catch((error: unknown) => {
    if (databaseErrorOf(error)?.constraint !== "passkeys_credential_id_unique") throw error;
    throw new Refusal("factor", "This passkey is in use already.");
  });
}

const notAdded = "The passkey could not be added. Please try again.";

/** Removes a passkey. @throws Refusal if the account needs it */
export function removePasskey(
  { db, shop }: FactorServices,
  account: StaffAccount,
  id: string,
): Promise<void> {
  return changeFactors(db, account, async (change) => {
    const [removed] = isUuid(id)
      ? await change.tx
          .delete(passkeys)
          .where(and(eq(passkeys.userId, account.userId), eq(passkeys.id, id)))
          .returning({ name: passkeys.name })
      : [];
    if (!removed) return;
    await factorRemoved(change, account, "passkey removed", { shop, details: removed });
  });
}

/** True if a browser's answer, as JSON, proves a passkey of the account. It counts once. */
export async function acceptPasskey(
  tx: Transaction,
  shop: Shop,
  userId: string,
  sent: string,
): Promise<boolean> {
  const response = readAnswer(sent);
  const challenge = await challengeIn(tx, response, `prove:${userId}`);
  if (!response || !challenge) return false;
  const [key] = await tx
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.credentialId, response.id)))
    .for("update");
  if (!key) return false;
  const { verifyAuthenticationResponse } = await library();
  const proof = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: shop.siteUrl,
    expectedRPID: hostOf(shop),
    credential: {
      id: key.credentialId,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, "base64url")),
      counter: key.counter,
    } satisfies WebAuthnCredential,
    requireUserVerification: false,
  }).catch(() => null);
  if (!proof?.verified || (await takeLink(tx, "passkey", challenge)) === null) return false;
  await tx
    .update(passkeys)
    .set({ counter: proof.authenticationInfo.newCounter, lastUsedAt: new Date() })
    .where(eq(passkeys.id, key.id));
  return true;
}

/** The parts of a browser's answer that we parse; the library parses the rest. */
const answer = z.looseObject({
  id: z.string().min(1).max(2000),
  response: z.looseObject({ clientDataJSON: z.string() }),
});

function readAnswer(sent: string) {
  if (sent.length > maxPasskeyAnswer) return null;
  return answer.safeParse(parsed(sent)).data ?? null;
}

const clientData = z.looseObject({ challenge: z.string().max(100) });

/** Returns the challenge that an answer claims to have signed, if it is ours for this purpose. */
async function challengeIn(
  db: Database | Transaction,
  response: z.infer<typeof answer> | null,
  purpose: string,
): Promise<string | null> {
  if (!response) return null;
  const text = Buffer.from(response.response.clientDataJSON, "base64url").toString("utf8");
  const { challenge } = clientData.safeParse(parsed(text)).data ?? {};
  if (!challenge) return null;
  return (await readLink(db, "passkey", challenge)) === purpose ? challenge : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function described(db: Database, userId: string) {
  const keys = await db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  return keys.map(({ id, transports }) => ({
    id,
    transports: transports.split(" ").filter(Boolean),
  }));
}

function hostOf({ siteUrl }: Shop): string {
  return new URL(siteUrl).hostname;
}

function bytesOf(challenge: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(challenge, "base64url"));
}
