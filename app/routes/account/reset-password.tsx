import { useEffect } from "react";
import { data, redirect } from "react-router";
import { requestContext } from "#app/context.server.ts";
import { AccountForm } from "#app/features/auth/credentials/account-form.tsx";
import { newPasswordForm } from "#app/features/auth/credentials/auth-forms.ts";
import { type FormAnswer, unexpectedMessage } from "#app/features/auth/credentials/form-answer.ts";
import { PasswordField } from "#app/features/auth/credentials/password-field.tsx";
import { minPasswordLength } from "#app/features/auth/credentials/password-length.ts";
import {
  canResetPassword,
  resetPassword,
} from "#app/features/auth/credentials/password-reset.server.ts";
import { openSession } from "#app/features/auth/credentials/sign-in.server.ts";
import { submitForm } from "#app/features/auth/credentials/submit-form.ts";
import { authStore } from "#app/features/auth/session/auth-browser.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { unlistedMeta } from "../storefront/frame/page-meta.ts";
import type { Route } from "./+types/reset-password.ts";
import { AccountPage, SpentLink } from "./account-page.tsx";

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, "Choose a new password", "Choose a new password for your wholesale account.");

export const headers = () => ({ "Cache-Control": "private, no-store" });

const tokenOf = ({ searchParams }: URL) => searchParams.get("token") ?? "";

export async function loader({ context, url }: Route.LoaderArgs) {
  const token = tokenOf(url);
  const usable = await canResetPassword(context.get(requestContext).db, token);
  return data({ token, usable }, { status: usable ? 200 : 410 });
}

/** Sets the password, ends all sessions of the account and opens one here. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const form = checkForm(newPasswordForm, await formFields(request));
  if (form.refused) return data<FormAnswer>(form.refused, { status: 400 });
  try {
    const { db, shop } = services;
    const userId = await resetPassword(db, tokenOf(url), form.data.password, shop);
    if (!userId) return data<FormAnswer>({ spent: true }, { status: 410 });
    const { headers, landing } = await openSession(services, request, userId);
    return redirect(landing, { headers });
  } catch (error) {
    services.log.error({ err: error }, "choosing a new password failed");
    return data<FormAnswer>({ message: unexpectedMessage }, { status: 503 });
  }
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return submitForm({ form: "newPasswordForm", request, serverAction });
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { token } = loaderData;
  const usable = loaderData.usable && !actionData?.spent;
  useEffect(() => {
    if (usable) authStore.announceRecovery();
  }, [usable]);
  return (
    <AccountPage title="Choose a new password">
      {usable ? (
        <AccountForm
          action={`/reset-password?${new URLSearchParams({ token })}`}
          answer={actionData}
          label="Save and sign in"
        >
          <PasswordField
            label="New password"
            autoComplete="new-password"
            minLength={minPasswordLength}
            hint={`At least ${minPasswordLength} characters. You will be signed out on every other device.`}
            error={actionData?.errors?.password}
          />
        </AccountForm>
      ) : (
        <SpentLink to="/forgot-password" label="Send me a new link" />
      )}
    </AccountPage>
  );
}
