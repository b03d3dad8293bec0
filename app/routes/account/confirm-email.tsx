import { data, Link, redirect } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { requestContext } from "#app/context.server.ts";
import { AccountForm } from "#app/features/auth/credentials/account-form.tsx";
import {
  confirmationLink,
  confirmEmail,
} from "#app/features/auth/credentials/confirmation.server.ts";
import { type FormAnswer, unexpectedMessage } from "#app/features/auth/credentials/form-answer.ts";
import { openSession } from "#app/features/auth/credentials/sign-in.server.ts";
import { submitForm } from "#app/features/auth/credentials/submit-form.ts";
import { unlistedMeta } from "../storefront/frame/page-meta.ts";
import type { Route } from "./+types/confirm-email.ts";
import { AccountPage, SpentLink } from "./account-page.tsx";

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(
    args,
    "Confirm your address",
    "Confirm the e-mail address of your wholesale account.",
  );

export const headers = () => ({ "Cache-Control": "private, no-store" });

const tokenOf = ({ searchParams }: URL) => searchParams.get("token") ?? "";

/**
 * GET doesn't confirm: mail programs prefetch links to scan them, which would use up the token. The
 * button confirms.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const token = tokenOf(url);
  const link = await confirmationLink(context.get(requestContext).db, token);
  return data({ token, link }, { status: link === "spent" ? 410 : 200 });
}

/** Confirms the address and signs in. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const services = context.get(requestContext);
  try {
    // Meanwhile another link has: the page says so.
    if ((await confirmationLink(services.db, tokenOf(url))) === "confirmed") {
      return redirect(`/confirm-email?${new URLSearchParams({ token: tokenOf(url) })}`);
    }
    const userId = await confirmEmail(services.db, tokenOf(url), services.shop);
    if (!userId) return data<FormAnswer>({ spent: true }, { status: 410 });
    const { headers, landing } = await openSession(services, request, userId);
    return redirect(landing, { headers });
  } catch (error) {
    services.log.error({ err: error }, "confirming an address failed");
    return data<FormAnswer>({ message: unexpectedMessage }, { status: 503 });
  }
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return submitForm({ form: null, request, serverAction });
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { token } = loaderData;
  const link = actionData?.spent ? "spent" : loaderData.link;
  if (link === "confirmed") {
    return (
      <AccountPage title="Your address is confirmed">
        <Notice
          tone="success"
          title="There is nothing left to do here"
          action={
            <Link to="/login" className={buttonClass()}>
              Sign in
            </Link>
          }
        >
          It was confirmed by another of our links.
        </Notice>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title="Confirm your address"
      lede={
        link === "confirms" ? "One click confirms that it is yours, and signs you in." : undefined
      }
    >
      {link === "confirms" ? (
        <AccountForm
          action={`/confirm-email?${new URLSearchParams({ token })}`}
          answer={actionData}
          label="Confirm and sign in"
        />
      ) : (
        <SpentLink to="/login" label="Sign in" />
      )}
    </AccountPage>
  );
}
