import { data, redirect } from "react-router";
import type { RequestContext } from "#app/context.server.ts";
import { signInForm, signUpForm } from "#app/domain/accounts/credentials/auth-forms.ts";
import { mailConfirmationAgain } from "#app/domain/accounts/credentials/confirmation.server.ts";
import {
  confirmMessage,
  type FormAnswer,
  mailedBefore,
  tooOften,
  unexpectedMessage,
} from "#app/domain/accounts/credentials/form-answer.ts";
import { openSession, signIn, wayOn } from "#app/domain/accounts/credentials/sign-in.server.ts";
import { signUp } from "#app/domain/accounts/credentials/sign-up.server.ts";
import { knownDevice } from "#app/domain/accounts/session/known-device.server.ts";
import {
  knownDeviceCounts,
  sessionCounts,
  signInCounts,
  signUpCounts,
} from "#app/domain/limits/rate-limits.ts";
import { giveBackAll } from "#app/domain/limits/rate-rule.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";

type Fields = Record<string, string>;

/** Answers a form about an account; `log` describes an unexpected failure. */
export function answerAccountForm(
  args: Parameters<typeof answerForm>[0],
  log: string,
  run: Parameters<typeof answerForm<FormAnswer>>[2],
) {
  return answerForm<FormAnswer>(args, { failed: unexpectedMessage, log }, run);
}

/**
 * Signs in the user of a mailed link and redirects; answers 410 if `userId` is null, as for a link
 * that is used up or has expired.
 */
export async function enterByLink(
  services: RequestContext,
  request: Request,
  userId: string | null,
) {
  if (!userId) return data<FormAnswer>({ spent: true }, { status: 410 });
  const { headers, landing } = await openSession(services, request, userId);
  return redirect(landing, { headers });
}

/**
 * Signs in and redirects to `next`, or to the role's landing page. Answers 403 for an unconfirmed
 * address, after mailing the link again. @throws Refusal for a wrong password or too many attempts
 */
export async function signInAndGo(
  services: RequestContext,
  request: Request,
  fields: Fields,
  next: string | null,
) {
  const form = accepted(checkForm(signInForm, fields));
  const { email } = form;
  const device = await knownDevice(services.auth, request.headers, email);
  const { attempts, failures } = device
    ? knownDeviceCounts(device, email)
    : signInCounts(services.clientAddress, email);
  const wait = await services.limits.takeAll([...failures, ...attempts, ...sessionCounts(email)]);
  if (wait !== null) throw tooOften(wait);
  const entrance = await signIn(services, request, form);
  if (entrance === "wrong-credentials") {
    throw new Refusal("wrong", "Invalid email or password.", { status: 401 });
  }
  if (entrance === "unconfirmed") {
    // The password was right, so it is safe to say that the address isn't confirmed, and to mail
    // the link again.
    const { db, shop } = services;
    const mailWait = await mailConfirmationAgain(db, email, shop);
    if (mailWait !== null) throw mailedBefore(mailWait);
    return data<FormAnswer>({ done: confirmMessage }, { status: 403 });
  }
  await giveBackAll(services.limits, failures);
  return redirect(wayOn(entrance, next), { headers: entrance.headers });
}

/**
 * Creates the account, and signs in unless the address must be confirmed first. @throws Refusal if
 * the address has an account, or after too many attempts
 */
export async function signUpAndGo(
  services: RequestContext,
  request: Request,
  fields: Fields,
  { next, proof }: { next: string | null; proof: string },
) {
  const form = accepted(checkForm(signUpForm, fields));
  const counts = signUpCounts(services.clientAddress, form.email);
  const wait = await services.limits.takeAll(counts);
  if (wait !== null) throw tooOften(wait);
  const outcome = await signUp(services.db, form, services, proof);
  if (outcome === "confirm") return data<FormAnswer>({ done: confirmMessage });
  if (typeof outcome === "number") throw mailedBefore(outcome);
  if (outcome === "taken") {
    const message = "This email address already has an account. Sign in, or reset your password.";
    throw new Refusal("taken", message);
  }
  return signInAndGo(services, request, fields, next);
}
