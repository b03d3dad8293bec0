import { verifyPassword } from "better-auth/crypto";
import { and, eq } from "drizzle-orm";
import type { StaffAccount } from "#app/domain/access/capability.ts";
import { proofCounts, triedProofCounts } from "#app/domain/limits/rate-limits.ts";
import { giveBackAll } from "#app/domain/limits/rate-rule.ts";
import type { Database } from "#db/database.ts";
import { account as accounts, session } from "#db/schema/accounts.ts";
import type { AccountServices } from "../account-services.server.ts";
import { tooOftenMessage, unexpectedMessage } from "../credentials/form-answer.ts";
import { maxPasswordLength } from "../credentials/password-length.ts";
import { proofMs } from "../lifetimes.ts";
import { tellOwner } from "../second-factor/factor-changes.server.ts";
import { maxCodeLength, maxPasskeyAnswer } from "../second-factor/second-factor.ts";
import { acceptProof, readSecondFactors } from "../second-factor/second-factors.server.ts";
import { noProof, proofField, type WaysToProve, wrongProof } from "./proof.ts";

/** True if the session's last proof is recent enough. */
export function isRecent({ provenAt }: StaffAccount): boolean {
  return Date.now() - provenAt.getTime() < proofMs;
}

/** Returns the ways an account can prove its identity besides its password. */
export async function waysOf(db: Database, { userId }: StaffAccount): Promise<WaysToProve> {
  const { appSince, passkeys } = await readSecondFactors(db, userId);
  return { hasApp: appSince !== null, hasPasskeys: passkeys.length > 0 };
}

interface ProofRefusal {
  status: 403 | 429 | 503;
  message?: string;
  /** Seconds until the next attempt. */
  wait?: number;
}

/** Checks the proof in a form. If it is right, returns null and records it with the session. */
export async function refusalOf(
  services: AccountServices,
  account: StaffAccount,
  form: FormData,
): Promise<ProofRefusal | null> {
  const [password, code, passkey] = [
    textIn(form, proofField.password, maxPasswordLength),
    textIn(form, proofField.code, maxCodeLength),
    textIn(form, proofField.passkey, maxPasskeyAnswer),
  ];
  if (!password && !code && !passkey) {
    return form.has(proofField.password) ? { status: 403, message: noProof } : { status: 403 };
  }
  const { db, limits, log } = services;
  try {
    const counts = proofCounts(account.sessionId);
    const wait = await limits.takeAll(counts);
    if (wait !== null) {
      if ((await limits.takeAll(triedProofCounts(account.userId))) === null) {
        await db.transaction((tx) =>
          tellOwner(tx, account.userId, "too many wrong proofs", services),
        );
      }
      return { status: 429, message: tooOftenMessage(wait), wait };
    }
    const isRight =
      (password !== "" && (await isOwnPassword(db, account, password))) ||
      (await db.transaction((tx) => acceptProof(tx, services, account.userId, { code, passkey })));
    if (!isRight) return { status: 403, message: wrongProof };
    await db.update(session).set({ provenAt: new Date() }).where(eq(session.id, account.sessionId));
    await giveBackAll(limits, counts);
    return null;
  } catch (error) {
    log.error({ err: error }, "a proof could not be tried");
    return { status: 503, message: unexpectedMessage };
  }
}

function textIn(form: FormData, name: string, max: number): string {
  const value = form.get(name);
  return typeof value === "string" && value.length <= max ? value : "";
}

async function isOwnPassword(
  db: Database,
  { userId }: StaffAccount,
  password: string,
): Promise<boolean> {
  const [own] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, "credential")));
  return Boolean(own?.hash) && verifyPassword({ hash: own?.hash ?? "", password });
}
