import { useEffect } from "react";
import { data } from "react-router";
import { requestContext } from "#app/context.server.ts";
import { AccountForm } from "#app/domain/accounts/credentials/account-form.tsx";
import { newPasswordForm } from "#app/domain/accounts/credentials/auth-forms.ts";
import { NewPasswordField } from "#app/domain/accounts/credentials/password-field.tsx";
import {
  canResetPassword,
  resetPassword,
} from "#app/domain/accounts/credentials/password-reset.server.ts";
import { submitForm } from "#app/domain/accounts/credentials/submit-form.ts";
import { authStore } from "#app/domain/accounts/session/auth-browser.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { unlistedMeta } from "../storefront/frame/page-meta.ts";
import type { Route } from "./+types/reset-password.ts";
import { AccountPage, SpentLink } from "./account-page.tsx";
import { answerAccountForm, enterByLink } from "./login.server.ts";

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
export const action = (args: Route.ActionArgs) =>
  answerAccountForm(args, "choosing a new password failed", async (fields, services) => {
    const { password } = accepted(checkForm(newPasswordForm, fields));
    const token = tokenOf(args.url);
    return enterByLink(
      services,
      args.request,
      await resetPassword(services.db, token, password, services.shop),
    );
  });

export const clientAction = (sent: Route.ClientActionArgs) => submitForm(sent, "newPasswordForm");

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
          <NewPasswordField
            label="New password"
            does="You will be signed out on every other device."
            answer={actionData}
          />
        </AccountForm>
      ) : (
        <SpentLink to="/forgot-password" label="Send me a new link" />
      )}
    </AccountPage>
  );
}
