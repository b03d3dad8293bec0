import { data, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { AccountForm } from "#app/features/auth/credentials/account-form.tsx";
import { passwordChangeForm } from "#app/features/auth/credentials/auth-forms.ts";
import {
  type FormAnswer,
  tooOften,
  unexpectedMessage,
} from "#app/features/auth/credentials/form-answer.ts";
import { changePassword } from "#app/features/auth/credentials/password-change.server.ts";
import { PasswordField } from "#app/features/auth/credentials/password-field.tsx";
import { minPasswordLength } from "#app/features/auth/credentials/password-length.ts";
import { openSession, wayOn } from "#app/features/auth/credentials/sign-in.server.ts";
import { submitForm } from "#app/features/auth/credentials/submit-form.ts";
import { clientContext } from "#app/features/auth/guards.server.ts";
import { passwordChangeCounts, passwordChangedCounts } from "#app/features/limits/limits.ts";
import { giveBackAll } from "#app/features/limits/rate-rule.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { formFields, invalidMessage } from "#app/lib/form/submitted-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { privateHeaders, signedInMeta } from "../signed-in-page.tsx";
import type { Route } from "./+types/password.ts";
import { savedPath } from "./saved.tsx";

const page = "/dashboard/account/password";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Change password");

/** Keeps the action's `Retry-After`. */
export const headers: Route.HeadersFunction = privateHeaders;

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const { db, log, limits, shop } = services;
  const client = context.get(clientContext);
  const form = checkForm(passwordChangeForm, await formFields(request));
  if (form.refused) return data<FormAnswer>(form.refused, { status: 400 });
  try {
    const { currentPassword: current, password: next } = form.data;
    const counts = passwordChangeCounts(client.userId);
    const changes = passwordChangedCounts(client.userId);
    const wait = await limits.takeAll([...counts, ...changes]);
    if (wait !== null) return tooOften(wait);
    if (await changePassword(db, client, { current, next }, shop)) {
      await giveBackAll(limits, counts);
      // If this fails, the guard redirects to the login; the password has been changed anyway.
      const opened = openSession(services, request, client.userId);
      const entrance = await orNull(opened, log, "open a session after a password change");
      const saved = savedPath("password");
      return redirect(entrance ? wayOn(entrance, saved) : saved, { headers: entrance?.headers });
    }
    await giveBackAll(limits, changes);
    const errors = { currentPassword: ["That is not your current password"] };
    return data<FormAnswer>({ errors, message: invalidMessage }, { status: 400 });
  } catch (error) {
    log.error({ err: error }, "changing a password failed");
    return data<FormAnswer>({ message: unexpectedMessage }, { status: 503 });
  }
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return submitForm({ form: "passwordChangeForm", request, serverAction });
}

export default function Password({ actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        size="compact"
        title="Change password"
        before={<BackLink to="/dashboard/account">Account</BackLink>}
      />
      <div className="mt-8 max-w-xl">
        <AccountForm action={page} answer={actionData} label="Change password">
          <PasswordField
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            error={actionData?.errors?.currentPassword}
          />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            minLength={minPasswordLength}
            hint={`At least ${minPasswordLength} characters. You will be signed out on every other device.`}
            error={actionData?.errors?.password}
          />
        </AccountForm>
      </div>
    </>
  );
}
