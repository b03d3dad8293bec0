import { data, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { requestContext } from "#app/context.server.ts";
import { AccountForm } from "#app/domain/accounts/credentials/account-form.tsx";
import {
  isEmailConfirmed,
  mailOwnConfirmation,
} from "#app/domain/accounts/credentials/confirmation.server.ts";
import { type FormAnswer, mailedBefore } from "#app/domain/accounts/credentials/form-answer.ts";
import { submitForm } from "#app/domain/accounts/credentials/submit-form.ts";
import { linkMs } from "#app/domain/accounts/lifetimes.ts";
import { clientContext } from "#app/guards/guards.server.ts";
import { hoursInWords } from "#app/lib/in-words.ts";
import { answerAccountForm } from "../account/login.server.ts";
import { privateHeaders, signedInMeta } from "../signed-in-page.tsx";
import type { Route } from "./+types/confirm-email.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Confirm your email address");

export const headers: Route.HeadersFunction = privateHeaders;

export async function loader({ context }: Route.LoaderArgs) {
  const client = context.get(clientContext);
  const { db } = context.get(requestContext);
  if (await isEmailConfirmed(db, client)) throw redirect("/dashboard/account");
  return { email: client.email };
}

/** Emails the confirmation link again. */
export const action = (args: Route.ActionArgs) =>
  answerAccountForm(args, "mailing a confirmation failed", async (_, { db, shop }) => {
    const client = args.context.get(clientContext);
    const outcome = await mailOwnConfirmation(db, client, shop);
    if (outcome === "confirmed") return redirect("/dashboard/account");
    if (outcome !== null) throw mailedBefore(outcome);
    return data<FormAnswer>({ done: `A link is on its way to ${client.email}.` });
  });

export const clientAction = (sent: Route.ClientActionArgs) => submitForm(sent, null);

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={
          <>
            Confirm your <span className="whitespace-nowrap">email</span> address
          </>
        }
        lede={`We sent a link to ${loaderData.email} when the account was opened. It works for ${hoursInWords(linkMs)}.`}
        before={<BackLink to="/dashboard/account">Account</BackLink>}
      />
      <div className="mt-8 max-w-xl">
        {actionData?.done ? (
          <Notice
            tone="success"
            title={actionData.done}
            className="break-words"
            action={<TextLink to="/dashboard">Dashboard</TextLink>}
          >
            If nothing arrives, check your junk folder.
          </Notice>
        ) : (
          <AccountForm
            action="/dashboard/account/confirm-email"
            answer={actionData}
            label="Send a new link"
          />
        )}
      </div>
    </>
  );
}
