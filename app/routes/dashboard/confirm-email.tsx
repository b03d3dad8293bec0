import { data, Link, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { AccountForm } from "#app/features/auth/credentials/account-form.tsx";
import {
  isEmailConfirmed,
  mailOwnConfirmation,
} from "#app/features/auth/credentials/confirmation.server.ts";
import {
  type FormAnswer,
  mailedBefore,
  unexpectedMessage,
} from "#app/features/auth/credentials/form-answer.ts";
import { submitForm } from "#app/features/auth/credentials/submit-form.ts";
import { clientContext } from "#app/features/auth/guards.server.ts";
import { linkMs } from "#app/features/auth/lifetimes.ts";
import { hoursInWords } from "#app/lib/in-words.ts";
import { privateHeaders, signedInMeta } from "../signed-in-page.tsx";
import type { Route } from "./+types/confirm-email.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Confirm your e-mail address");

/** Keeps the action's `Retry-After`. */
export const headers: Route.HeadersFunction = privateHeaders;

export async function loader({ context }: Route.LoaderArgs) {
  const client = context.get(clientContext);
  const { db } = context.get(requestContext);
  if (await isEmailConfirmed(db, client)) throw redirect("/dashboard/account");
  return { email: client.email };
}

/** Mails the confirmation link again. */
export async function action({ context }: Route.ActionArgs) {
  const { db, log, shop } = context.get(requestContext);
  const client = context.get(clientContext);
  try {
    const outcome = await mailOwnConfirmation(db, client, shop);
    if (outcome === "confirmed") return redirect("/dashboard/account");
    if (outcome !== null) return mailedBefore(outcome);
    return data<FormAnswer>({ done: `A link is on its way to ${client.email}.` });
  } catch (error) {
    log.error({ err: error }, "mailing a confirmation failed");
    return data<FormAnswer>({ message: unexpectedMessage }, { status: 503 });
  }
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return submitForm({ form: null, request, serverAction });
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        size="compact"
        title={
          <>
            Confirm your <span className="whitespace-nowrap">e-mail</span> address
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
            action={
              <Link to="/dashboard" className="link">
                Dashboard
              </Link>
            }
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
