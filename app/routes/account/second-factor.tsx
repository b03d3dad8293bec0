import { redirect } from "react-router";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { requestContext } from "#app/context.server.ts";
import {
  type FormAnswer,
  tooOften,
  unexpectedMessage,
} from "#app/domain/accounts/credentials/form-answer.ts";
import { submitForm } from "#app/domain/accounts/credentials/submit-form.ts";
import { challengeOf } from "#app/domain/accounts/second-factor/challenge.server.ts";
import { passChallenge } from "#app/domain/accounts/second-factor/pass-challenge.server.ts";
import { PasskeyButton } from "#app/domain/accounts/second-factor/passkey-button.tsx";
import {
  maxCodeLength,
  wrongCode,
  wrongPasskey,
} from "#app/domain/accounts/second-factor/second-factor.ts";
import { readSecondFactors } from "#app/domain/accounts/second-factor/second-factors.server.ts";
import { nextParameter, safeNext, secondFactorPath } from "#app/domain/accounts/session/landing.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { privateHeaders } from "../signed-in-page.tsx";
import { unlistedMeta } from "../storefront/frame/page-meta.ts";
import type { Route } from "./+types/second-factor.ts";
import { AccountPage } from "./account-page.tsx";

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, "Second step", "Enter a code or use a passkey to finish signing in.");

export const headers: Route.HeadersFunction = privateHeaders;

const nextOf = ({ searchParams }: URL) => safeNext(searchParams.get(nextParameter));

/** Redirects to the sign-in, to enter the password again. */
function passwordFirst(next: string | null): Response {
  return redirect(next ? `/login?${new URLSearchParams({ [nextParameter]: next })}` : "/login");
}

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const next = nextOf(url);
  const challenge = await challengeOf(services, request.headers);
  if (!challenge) throw passwordFirst(next);
  const { appSince, passkeys, codesLeft } = await readSecondFactors(services.db, challenge.userId);
  // The second factors were removed in the meantime, so the password is enough.
  if (!appSince && passkeys.length === 0) throw passwordFirst(next);
  const hasApp = appSince !== null;
  return { next, hasApp, hasPasskeys: passkeys.length > 0, hasCodes: hasApp || codesLeft > 0 };
}

export const action = (args: Route.ActionArgs) =>
  answerForm<FormAnswer>(
    args,
    {
      failed: unexpectedMessage,
      log: "a second factor could not be checked",
      // Codes and passkeys are not repeated.
      besides: () => ({ values: {} }),
    },
    async ({ code, passkey }, services) => {
      const next = nextOf(args.url);
      const outcome = await passChallenge(services, args.request, { code, passkey });
      if (outcome === "no challenge") return passwordFirst(next);
      if (typeof outcome === "number") throw tooOften(outcome);
      if (outcome !== "wrong") {
        return redirect(next ?? outcome.landing, { headers: outcome.headers });
      }
      const errors = passkey ? {} : { code: [wrongCode] };
      const message = passkey ? wrongPasskey : "That code was not accepted.";
      throw new Refusal("wrong", message, { status: 401, errors });
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) => submitForm(sent, null);

/** The step after the password: a code or a passkey. The session starts after it. */
export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { next, hasApp, hasPasskeys, hasCodes } = loaderData;
  const passkey = {
    purpose: "enter",
    label: "Use a passkey",
    field: "passkey",
    otherwise: hasCodes ? "enter a code" : undefined,
  } as const;
  const query = next ? `?${new URLSearchParams({ [nextParameter]: next })}` : "";
  return (
    <AccountPage
      title="One more step"
      lede={
        hasApp
          ? "Your password was right. Now enter the code that your authenticator app shows."
          : "Your password was right. Now use your passkey."
      }
    >
      <AnsweredForm
        answer={actionData}
        action={secondFactorPath + query}
        preventScrollReset={false}
      >
        {hasCodes && (
          <TextField
            label={hasApp ? "Code" : "Recovery code"}
            name="code"
            // No numeric keyboard, as recovery codes have letters.
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={maxCodeLength}
            hint={
              hasApp
                ? "Six digits, or one of your recovery codes."
                : "Only if you cannot use your passkey."
            }
            error={actionData?.errors?.code}
            required
          />
        )}
        <div className="mt-8 flex flex-wrap items-start gap-4">
          {/* Without an app, the passkey is the main way. */}
          {hasPasskeys && !hasApp && <PasskeyButton {...passkey} isMain />}
          {hasCodes && (
            <SubmitButton variant={hasApp ? "primary" : "secondary"}>
              {hasApp ? "Sign in" : "Use the code"}
            </SubmitButton>
          )}
          {hasPasskeys && hasApp && <PasskeyButton {...passkey} />}
        </div>
        {actionData?.message && !actionData.errors?.code && (
          <Notice tone="error" title={actionData.message} className="mt-8" />
        )}
      </AnsweredForm>
      {hasPasskeys && (
        <noscript>
          <p className="mt-8 text-ink-soft">Passkeys need JavaScript in your browser.</p>
        </noscript>
      )}
      <p className="mt-10 border-t border-rule pt-5 text-ink-soft">
        Lost your phone and your recovery codes? Whoever looks after the shop’s server can let you
        set them up again. Or <TextLink to="/login">sign in as someone else</TextLink>.
      </p>
    </AccountPage>
  );
}
