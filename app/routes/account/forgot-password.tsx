import { data } from "react-router";
import { TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { AccountForm } from "#app/domain/accounts/credentials/account-form.tsx";
import { resetRequestForm } from "#app/domain/accounts/credentials/auth-forms.ts";
import {
  type FormAnswer,
  mailedBefore,
  tooOften,
} from "#app/domain/accounts/credentials/form-answer.ts";
import { requestPasswordReset } from "#app/domain/accounts/credentials/password-reset.server.ts";
import { submitForm } from "#app/domain/accounts/credentials/submit-form.ts";
import { recoverCounts } from "#app/domain/limits/rate-limits.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { privateHeaders } from "../signed-in-page.tsx";
import { unlistedMeta } from "../storefront/frame/page-meta.ts";
import type { Route } from "./+types/forgot-password.ts";
import { AccountPage } from "./account-page.tsx";
import { answerAccountForm } from "./login.server.ts";

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, "Forgot your password?", "Get a link by email and choose a new password.");

export const headers: Route.HeadersFunction = privateHeaders;

/** The answer doesn't reveal whether the address has an account. */
export const action = (args: Route.ActionArgs) =>
  answerAccountForm(
    args,
    "request for a new password failed",
    async (fields, { db, shop, limits, clientAddress }) => {
      const { email } = accepted(checkForm(resetRequestForm, fields));
      const wait = await limits.takeAll(recoverCounts(clientAddress, email));
      if (wait !== null) throw tooOften(wait);
      const mailWait = await requestPasswordReset(db, email, shop);
      if (mailWait !== null) throw mailedBefore(mailWait);
      const done = `If there is an account for ${email}, a link to choose a new password is on its way.`;
      return data<FormAnswer>({ done });
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) => submitForm(sent, "resetRequestForm");

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  return (
    <AccountPage
      title="Forgot your password?"
      lede="Enter the email address of your account, and we will send you a link to choose a new one."
    >
      {actionData?.done ? (
        <Notice
          tone="success"
          title={actionData.done}
          className="break-words"
          action={<TextLink to="/login">Back to sign in</TextLink>}
        >
          It works for one hour. If nothing arrives, check your junk folder.
        </Notice>
      ) : (
        <AccountForm
          action="/forgot-password"
          answer={actionData}
          label="Send the link"
          aside={<TextLink to="/login">Back to sign in</TextLink>}
        >
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            defaultValue={actionData?.values?.email}
            error={actionData?.errors?.email}
            required
          />
        </AccountForm>
      )}
    </AccountPage>
  );
}
