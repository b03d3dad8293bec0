import { redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { AccountForm } from "#app/domain/accounts/credentials/account-form.tsx";
import { passwordChangeForm } from "#app/domain/accounts/credentials/auth-forms.ts";
import { tooOften } from "#app/domain/accounts/credentials/form-answer.ts";
import { changePassword } from "#app/domain/accounts/credentials/password-change.server.ts";
import {
  NewPasswordField,
  PasswordField,
} from "#app/domain/accounts/credentials/password-field.tsx";
import { openSession, wayOn } from "#app/domain/accounts/credentials/sign-in.server.ts";
import { submitForm } from "#app/domain/accounts/credentials/submit-form.ts";
import { passwordChangeCounts, passwordChangedCounts } from "#app/domain/limits/rate-limits.ts";
import { giveBackAll } from "#app/domain/limits/rate-rule.ts";
import { clientContext } from "#app/guards/guards.server.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerAccountForm } from "../account/login.server.ts";
import { privateHeaders, signedInMeta } from "../signed-in-page.tsx";
import type { Route } from "./+types/password.ts";
import { savedPath } from "./saved.tsx";

const page = "/dashboard/account/password";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Change password");

export const headers: Route.HeadersFunction = privateHeaders;

export const action = (args: Route.ActionArgs) =>
  answerAccountForm(args, "changing a password failed", async (fields, services) => {
    const { db, log, limits, shop } = services;
    const client = args.context.get(clientContext);
    const form = accepted(checkForm(passwordChangeForm, fields));
    const { currentPassword: current, password: next } = form;
    const counts = passwordChangeCounts(client.userId);
    const changes = passwordChangedCounts(client.userId);
    const wait = await limits.takeAll([...counts, ...changes]);
    if (wait !== null) throw tooOften(wait);
    if (!(await changePassword(db, client, { current, next }, shop))) {
      await giveBackAll(limits, changes);
      const errors = { currentPassword: ["That is not your current password"] };
      throw new Refusal("invalid", invalidMessage, { errors });
    }
    await giveBackAll(limits, counts);
    // If this fails, the guard redirects to the login; the password has been changed anyway.
    const opened = openSession(services, args.request, client.userId);
    const entrance = await orNull(opened, log, "open a session after a password change");
    const saved = savedPath("password");
    return redirect(entrance ? wayOn(entrance, saved) : saved, { headers: entrance?.headers });
  });

export const clientAction = (sent: Route.ClientActionArgs) =>
  submitForm(sent, "passwordChangeForm");

export default function Password({ actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
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
          <NewPasswordField
            label="New password"
            does="You will be signed out on every other device."
            answer={actionData}
          />
        </AccountForm>
      </div>
    </>
  );
}
