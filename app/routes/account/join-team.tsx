import { data, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { requestContext } from "#app/context.server.ts";
import { AccountForm } from "#app/domain/accounts/credentials/account-form.tsx";
import { newPasswordForm } from "#app/domain/accounts/credentials/auth-forms.ts";
import { NewPasswordField } from "#app/domain/accounts/credentials/password-field.tsx";
import { acceptTeamInvitation, readTeamInvitation } from "#app/features/team/invitations.server.ts";
import { memberRoleText, teamInvitationDays } from "#app/features/team/team.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { unlistedMeta } from "../storefront/frame/page-meta.ts";
import type { Route } from "./+types/join-team.ts";
import { AccountPage } from "./account-page.tsx";
import { answerAccountForm, enterByLink } from "./login.server.ts";

const title = "Join a team";

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, title, "Order and see orders for a business that buys from us.");

export const headers = () => ({ "Cache-Control": "private, no-store" });

const tokenOf = ({ searchParams }: URL) => searchParams.get("token") ?? "";

export async function loader({ context, url }: Route.LoaderArgs) {
  const token = tokenOf(url);
  const hasJoined = url.searchParams.has("joined");
  const invitation = hasJoined
    ? null
    : await readTeamInvitation(context.get(requestContext).db, token);
  return data({ token, invitation, hasJoined }, { status: invitation || hasJoined ? 200 : 410 });
}

/** Opens an account and signs in; somebody who has an account signs in themselves. */
export const action = (args: Route.ActionArgs) =>
  answerAccountForm(args, "joining a team failed", async (fields, services) => {
    const token = tokenOf(args.url);
    const invitation = await readTeamInvitation(services.db, token);
    const password =
      !invitation || invitation.hasAccount
        ? null
        : accepted(checkForm(newPasswordForm, fields)).password;
    const joined = await acceptTeamInvitation(services.db, token, password);
    if (joined && !joined.isNew) return redirect("/join-team?joined");
    return enterByLink(services, args.request, joined?.userId ?? null);
  });

/** Don't revalidate: the page keeps showing the used link, with its result. */
export const shouldRevalidate = ({ nextUrl }: { nextUrl: URL }) =>
  nextUrl.searchParams.has("joined");

export default function JoinTeam({ loaderData, actionData }: Route.ComponentProps) {
  const { token, invitation, hasJoined } = loaderData;
  if (hasJoined) {
    return (
      <AccountPage title="You are in the team">
        <p>
          Sign in as you always do. Your account’s name at the top of the page leads from one
          business to the other.
        </p>
        <ButtonLink to="/login" className="mt-6">
          Sign in
        </ButtonLink>
      </AccountPage>
    );
  }
  if (!invitation || actionData?.spent) {
    return (
      <AccountPage title={title}>
        <Notice tone="error" title="This invitation no longer works">
          It is more than {teamInvitationDays} days old, was used or withdrawn, or part of the link
          is missing. Ask whoever invited you to send it again.
        </Notice>
      </AccountPage>
    );
  }
  const { email, company, role, hasAccount } = invitation;
  const { label, does } = memberRoleText[role];
  return (
    <AccountPage title={`Join ${company || "the team"}`} lede={`As: ${label}. ${does}`}>
      <AccountForm
        action={`/join-team?${new URLSearchParams({ token })}`}
        answer={actionData}
        label={hasAccount ? "Join" : "Join and sign in"}
      >
        <p className="wrap-anywhere">
          You will sign in with {email}.
          {hasAccount && " This address has an account with us already; its password stays."}
        </p>
        {!hasAccount && <NewPasswordField answer={actionData} />}
      </AccountForm>
    </AccountPage>
  );
}
