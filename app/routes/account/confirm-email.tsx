import { data, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { requestContext } from "#app/context.server.ts";
import { AccountForm } from "#app/domain/accounts/credentials/account-form.tsx";
import {
  confirmationLink,
  confirmEmail,
} from "#app/domain/accounts/credentials/confirmation.server.ts";
import { submitForm } from "#app/domain/accounts/credentials/submit-form.ts";
import { unlistedMeta } from "../storefront/frame/page-meta.ts";
import type { Route } from "./+types/confirm-email.ts";
import { AccountPage, SpentLink } from "./account-page.tsx";
import { answerAccountForm, enterByLink } from "./login.server.ts";

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(
    args,
    "Confirm your address",
    "Confirm the email address of your wholesale account.",
  );

export const headers = () => ({ "Cache-Control": "private, no-store" });

const tokenOf = ({ searchParams }: URL) => searchParams.get("token") ?? "";

/** GET doesn't confirm, as mail programs fetch links. The button does. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const token = tokenOf(url);
  const link = await confirmationLink(context.get(requestContext).db, token);
  return data({ token, link }, { status: link === "spent" ? 410 : 200 });
}

export const action = (args: Route.ActionArgs) =>
  answerAccountForm(args, "confirming an address failed", async (_, services) => {
    const { db, shop } = services;
    const token = tokenOf(args.url);
    // Another link has confirmed it in the meantime; the page says so.
    if ((await confirmationLink(db, token)) === "confirmed") {
      return redirect(`/confirm-email?${new URLSearchParams({ token })}`);
    }
    return enterByLink(services, args.request, await confirmEmail(db, token, shop));
  });

export const clientAction = (sent: Route.ClientActionArgs) => submitForm(sent, null);

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { token } = loaderData;
  const link = actionData?.spent ? "spent" : loaderData.link;
  if (link === "confirmed") {
    return (
      <AccountPage title="Your address is confirmed">
        <Notice
          tone="success"
          title="There is nothing left to do here"
          action={<ButtonLink to="/login">Sign in</ButtonLink>}
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
