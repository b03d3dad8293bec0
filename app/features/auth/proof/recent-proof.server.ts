import { verifyPassword } from "better-auth/crypto";
import { and, eq } from "drizzle-orm";
import { type ActionFunctionArgs, data, type MiddlewareFunction, redirect } from "react-router";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import { proofCounts, triedProofCounts } from "#app/features/limits/limits.ts";
import { giveBackAll } from "#app/features/limits/rate-rule.ts";
import { readForm, textsOf } from "#app/lib/form/submitted-form.ts";
import type { Database } from "#db/database.ts";
import { account as accounts, session } from "#db/schema/accounts.ts";
import type { StaffAccount } from "../capability.ts";
import { tooOftenMessage, unexpectedMessage } from "../credentials/form-answer.ts";
import { maxPasswordLength } from "../credentials/password-length.ts";
import { staffAccountContext } from "../guards.server.ts";
import { proofMs } from "../lifetimes.ts";
import { tellOwner } from "../second-factor/factor-changes.server.ts";
import { maxCodeLength, maxPasskeyAnswer } from "../second-factor/second-factor.ts";
import { acceptProof, readSecondFactors } from "../second-factor/second-factors.server.ts";
import { nextParameter } from "../session/landing.ts";
import {
  confirmPath,
  type ProofWanted,
  proofField,
  type WaysToProve,
  wrongProof,
} from "./proof.ts";

/** Which of an action's forms ask; all of them without it. */
type Sensitive = (fields: Record<string, string>) => boolean;

/**
 * Lets a form through only if whoever sends it has proven who they are some minutes ago. Otherwise
 * the error boundary asks, with 403, and sends the same fields again. First thing in an action below
 * `requireAdmin` or `requireStaffAccount`, which reads the form after it.
 *
 * @throws the question, for the error boundary
 */
export async function requireRecentProof(
  { request, context, url }: Pick<ActionFunctionArgs, "request" | "context" | "url">,
  isSensitive: Sensitive = () => true,
): Promise<void> {
  const account = context.get(staffAccountContext);
  if (isRecent(account)) return;
  const form = await readForm(request.clone());
  if (!isSensitive(textsOf(form))) return;
  const services = context.get(requestContext);
  const refusal = await refusalOf(services, account, form);
  if (refusal === null) return;
  const { status, message, wait } = refusal;
  // The page's; the request's own ends in `.data` where the router asks.
  const { pathname, search } = url;
  const wanted: ProofWanted = {
    ...(await waysOf(services.db, account)),
    proofWanted: true,
    action: pathname + search,
    fields: [...form].filter(isRepeated),
    ...(message && { message }),
  };
  throw data(wanted, { status, headers: wait ? { "Retry-After": String(wait) } : {} });
}

/** As `requireRecentProof`, for reading, as a middleware: asks on a page of its own, which leads on to what was wanted. */
export const recentProofToRead: MiddlewareFunction<Response> = (
  { request, context, url },
  next,
) => {
  if (!isReading(request) || isRecent(context.get(staffAccountContext))) return next();
  throw redirect(
    `${confirmPath}?${new URLSearchParams({ [nextParameter]: url.pathname + url.search })}`,
  );
};

function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/** Whether the session's last proof is recent enough. */
export function isRecent({ provenAt }: StaffAccount): boolean {
  return Date.now() - provenAt.getTime() < proofMs;
}

const names: readonly string[] = Object.values(proofField);

function isRepeated(entry: [string, FormDataEntryValue]): entry is [string, string] {
  return typeof entry[1] === "string" && !names.includes(entry[0]);
}

/** What an account can prove itself by, besides its password. */
export async function waysOf(db: Database, { userId }: StaffAccount): Promise<WaysToProve> {
  const { appSince, passkeys } = await readSecondFactors(db, userId);
  return { hasApp: appSince !== null, hasPasskeys: passkeys.length > 0 };
}

/** Why a form's answer isn't enough: nothing was answered, something wrong, or too often. */
interface ProofRefusal {
  status: 403 | 429 | 503;
  message?: string;
  /** Seconds until the next attempt. */
  wait?: number;
}

/** Tries the answer in a form; null if it is right, which counts from now on. */
export async function refusalOf(
  services: RequestContext,
  account: StaffAccount,
  form: FormData,
): Promise<ProofRefusal | null> {
  const [password, code, passkey] = [
    textIn(form, proofField.password, maxPasswordLength),
    textIn(form, proofField.code, maxCodeLength),
    textIn(form, proofField.passkey, maxPasskeyAnswer),
  ];
  if (!password && !code && !passkey) {
    return form.has(proofField.password)
      ? { status: 403, message: "Please enter your password or a code." }
      : { status: 403 };
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
