import { data, redirect } from "react-router";
import { requestContext } from "#app/context.server.ts";
import { AccountForm } from "#app/features/auth/credentials/account-form.tsx";
import {
  canConfirmEmail,
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
  const usable = await canConfirmEmail(context.get(requestContext).db, token);
  return data({ token, usable }, { status: usable ? 200 : 410 });
}

/** Confirms the address and signs in. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const services = context.get(requestContext);
  try {
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
  const usable = loaderData.usable && !actionData?.spent;
  return (
    <AccountPage
      title="Confirm your address"
      lede={usable ? "One click, and your wholesale account is open." : undefined}
    >
      {usable ? (
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
