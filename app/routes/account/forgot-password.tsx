import { data, Link } from "react-router";
import { TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { requestContext } from "#app/context.server.ts";
import { AccountForm } from "#app/features/auth/credentials/account-form.tsx";
import { resetRequestForm } from "#app/features/auth/credentials/auth-forms.ts";
import {
  type FormAnswer,
  mailedBefore,
  tooOften,
  unexpectedMessage,
} from "#app/features/auth/credentials/form-answer.ts";
import { requestPasswordReset } from "#app/features/auth/credentials/password-reset.server.ts";
import { submitForm } from "#app/features/auth/credentials/submit-form.ts";
import { recoverCounts } from "#app/features/limits/limits.ts";
import { checkForm, withoutSecrets } from "#app/lib/form/check-form.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { privateHeaders } from "../signed-in-page.tsx";
import { unlistedMeta } from "../storefront/frame/page-meta.ts";
import type { Route } from "./+types/forgot-password.ts";
import { AccountPage } from "./account-page.tsx";

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, "Forgot your password?", "Get a link by e-mail and choose a new password.");

/** Keeps the action's `Retry-After`. */
export const headers: Route.HeadersFunction = privateHeaders;

/** The answer doesn't reveal whether the address has an account. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, shop, log, limits, clientAddress } = context.get(requestContext);
  const fields = await formFields(request);
  const form = checkForm(resetRequestForm, fields);
  if (form.refused) return data<FormAnswer>(form.refused, { status: 400 });
  try {
    const wait = await limits.takeAll(recoverCounts(clientAddress, form.data.email));
    if (wait !== null) return tooOften(wait, withoutSecrets(fields));
    const mailWait = await requestPasswordReset(db, form.data.email, shop);
    if (mailWait !== null) return mailedBefore(mailWait, withoutSecrets(fields));
  } catch (error) {
    log.error({ err: error }, "request for a new password failed");
    const answer: FormAnswer = { message: unexpectedMessage, values: fields };
    return data(answer, { status: 503 });
  }
  const answer: FormAnswer = {
    done: `If there is an account for ${form.data.email}, a link to choose a new password is on its way.`,
  };
  return data(answer);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return submitForm({ form: "resetRequestForm", request, serverAction });
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  return (
    <AccountPage
      title="Forgot your password?"
      lede="Enter the e-mail address of your account, and we will send you a link to choose a new one."
    >
      {actionData?.done ? (
        <Notice
          tone="success"
          title={actionData.done}
          className="break-words"
          action={
            <Link to="/login" className="link">
              Back to sign in
            </Link>
          }
        >
          It works for one hour. If nothing arrives, check your junk folder.
        </Notice>
      ) : (
        <AccountForm
          action="/forgot-password"
          answer={actionData}
          label="Send the link"
          aside={
            <Link to="/login" className="link">
              Back to sign in
            </Link>
          }
        >
          <TextField
            label="E-mail"
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
