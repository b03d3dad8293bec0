import { data, redirect } from "react-router";
import type { RequestContext } from "#app/context.server.ts";
import { signInForm, signUpForm } from "#app/features/auth/credentials/auth-forms.ts";
import { mailConfirmationAgain } from "#app/features/auth/credentials/confirmation.server.ts";
import {
  confirmMessage,
  type FormAnswer,
  mailedBefore,
  tooOften,
} from "#app/features/auth/credentials/form-answer.ts";
import { signIn, wayOn } from "#app/features/auth/credentials/sign-in.server.ts";
import { signUp } from "#app/features/auth/credentials/sign-up.server.ts";
import { knownDevice } from "#app/features/auth/session/known-device.server.ts";
import {
  knownDeviceCounts,
  sessionCounts,
  signInCounts,
  signUpCounts,
} from "#app/features/limits/limits.ts";
import { giveBackAll } from "#app/features/limits/rate-rule.ts";
import { checkForm, withoutSecrets } from "#app/lib/form/check-form.ts";

type Fields = Record<string, string>;

const answer = (status: number, body: FormAnswer) => data(body, { status });

/** Signs in and redirects to `next`, or to the role's landing page. */
export async function signInAndGo(
  services: RequestContext,
  request: Request,
  fields: Fields,
  next: string | null,
) {
  const form = checkForm(signInForm, fields);
  if (form.refused) return answer(400, form.refused);
  const { email } = form.data;
  const device = await knownDevice(services.auth, request.headers, email);
  const { attempts, failures } = device
    ? knownDeviceCounts(device, email)
    : signInCounts(services.clientAddress, email);
  const wait = await services.limits.takeAll([...failures, ...attempts, ...sessionCounts(email)]);
  if (wait !== null) return tooOften(wait, withoutSecrets(fields));
  const entrance = await signIn(services, request, form.data);
  if (entrance === "wrong-credentials") {
    return answer(401, { message: "Invalid email or password.", values: withoutSecrets(fields) });
  }
  if (entrance === "unconfirmed") {
    // The password was right, so it's safe to reveal that the address isn't confirmed, and to mail
    // the link again.
    const { db, shop } = services;
    const mailWait = await mailConfirmationAgain(db, email, shop);
    if (mailWait !== null) return mailedBefore(mailWait, withoutSecrets(fields));
    return answer(403, { done: confirmMessage });
  }
  await giveBackAll(services.limits, failures);
  return redirect(wayOn(entrance, next), { headers: entrance.headers });
}

/** Creates the account, and signs in unless the address must be confirmed first. */
export async function signUpAndGo(
  services: RequestContext,
  request: Request,
  fields: Fields,
  { next, proof }: { next: string | null; proof: string },
) {
  const form = checkForm(signUpForm, fields);
  if (form.refused) return answer(400, form.refused);
  const counts = signUpCounts(services.clientAddress, form.data.email);
  const wait = await services.limits.takeAll(counts);
  if (wait !== null) return tooOften(wait, withoutSecrets(fields));
  const outcome = await signUp(services.db, form.data, services, proof);
  if (outcome === "confirm") return answer(200, { done: confirmMessage });
  if (typeof outcome === "number") return mailedBefore(outcome, withoutSecrets(fields));
  if (outcome === "taken") {
    const message = "This e-mail address already has an account. Sign in, or reset your password.";
    return answer(409, { message, values: withoutSecrets(fields) });
  }
  return signInAndGo(services, request, fields, next);
}
