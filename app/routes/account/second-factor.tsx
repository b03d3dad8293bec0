import { data, Form, Link, redirect, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { TextField, useFirstMistake } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { requestContext } from "#app/context.server.ts";
import {
  type FormAnswer,
  tooOften,
  unexpectedMessage,
} from "#app/features/auth/credentials/form-answer.ts";
import { submitForm } from "#app/features/auth/credentials/submit-form.ts";
import { challengeOf } from "#app/features/auth/second-factor/challenge.server.ts";
import { passChallenge } from "#app/features/auth/second-factor/pass-challenge.server.ts";
import { PasskeyButton } from "#app/features/auth/second-factor/passkey-button.tsx";
import {
  maxCodeLength,
  wrongCode,
  wrongPasskey,
} from "#app/features/auth/second-factor/second-factor.ts";
import { readSecondFactors } from "#app/features/auth/second-factor/second-factors.server.ts";
import { nextParameter, safeNext, secondFactorPath } from "#app/features/auth/session/landing.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { privateHeaders } from "../signed-in-page.tsx";
import { unlistedMeta } from "../storefront/frame/page-meta.ts";
import type { Route } from "./+types/second-factor.ts";
import { AccountPage } from "./account-page.tsx";

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, "Second step", "Enter a code or use a passkey to finish signing in.");

/** Keeps the action's `Retry-After`. */
export const headers: Route.HeadersFunction = privateHeaders;

const nextOf = ({ searchParams }: URL) => safeNext(searchParams.get(nextParameter));

/** The password again: there is no challenge, or it took too long. */
function passwordFirst(next: string | null): Response {
  return redirect(next ? `/login?${new URLSearchParams({ [nextParameter]: next })}` : "/login");
}

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const next = nextOf(url);
  const challenge = await challengeOf(services, request.headers);
  if (!challenge) throw passwordFirst(next);
  const { appSince, passkeys, codesLeft } = await readSecondFactors(services.db, challenge.userId);
  // It was reset or removed meanwhile: the password is enough.
  if (!appSince && passkeys.length === 0) throw passwordFirst(next);
  return { next, hasApp: appSince !== null, hasPasskeys: passkeys.length > 0, codesLeft };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const next = nextOf(url);
  const { code, passkey } = await formFields(request);
  try {
    const outcome = await passChallenge(services, request, { code, passkey });
    if (outcome === "no challenge") return passwordFirst(next);
    if (typeof outcome === "number") return tooOften(outcome);
    if (outcome === "wrong") {
      const errors = passkey ? {} : { code: [wrongCode] };
      const answer = { errors, message: passkey ? wrongPasskey : "That code was not accepted." };
      return data<FormAnswer>(answer, { status: 401 });
    }
    return redirect(next ?? outcome.landing, { headers: outcome.headers });
  } catch (error) {
    services.log.error({ err: error }, "a second factor could not be checked");
    return data<FormAnswer>({ message: unexpectedMessage }, { status: 503 });
  }
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return submitForm({ form: null, request, serverAction });
}

const passkey = { purpose: "enter", label: "Use a passkey", field: "passkey" } as const;

/** After the password: a code or a passkey. There is no session before. */
export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { next, hasApp, hasPasskeys, codesLeft } = loaderData;
  const form = useFirstMistake(actionData);
  const { formMethod } = useNavigation();
  const noValidate = useHydrated();
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
      <Form
        ref={form}
        method="post"
        action={secondFactorPath + query}
        noValidate={noValidate}
        replace
      >
        <TextField
          label={hasApp ? "Code" : "Recovery code"}
          name="code"
          // Letters too: recovery codes.
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={maxCodeLength}
          hint={
            hasApp
              ? "Six digits, or one of your recovery codes."
              : codesLeft > 0 && "Only if you cannot use your passkey."
          }
          error={actionData?.errors?.code}
          required
        />
        <div className="mt-8 flex flex-wrap items-start gap-4">
          {/* Without an app the passkey is the usual way, and comes first. */}
          {hasPasskeys && !hasApp && <PasskeyButton {...passkey} isMain />}
          <Button
            type="submit"
            variant={hasApp ? "primary" : "secondary"}
            pending={formMethod === "POST"}
          >
            {hasApp ? "Sign in" : "Use the code"}
          </Button>
          {hasPasskeys && hasApp && <PasskeyButton {...passkey} />}
        </div>
        {actionData?.message && !actionData.errors?.code && (
          <Notice tone="error" title={actionData.message} className="mt-8" />
        )}
      </Form>
      {hasPasskeys && (
        <noscript>
          <p className="mt-8 text-ink-soft">Passkeys need JavaScript in your browser.</p>
        </noscript>
      )}
      <p className="mt-10 border-t border-rule pt-5 text-ink-soft">
        Lost your telephone and your recovery codes? Whoever looks after the shop’s server can let
        you set them up again. Or{" "}
        <Link to="/login" className="link">
          sign in as somebody else
        </Link>
        .
      </p>
    </AccountPage>
  );
}
