import { data } from "react-router";
import { Notice } from "#app/components/page/notice.tsx";
import { requestContext } from "#app/context.server.ts";
import { AccountForm } from "#app/domain/accounts/credentials/account-form.tsx";
import { newPasswordForm } from "#app/domain/accounts/credentials/auth-forms.ts";
import { NewPasswordField } from "#app/domain/accounts/credentials/password-field.tsx";
import { submitForm } from "#app/domain/accounts/credentials/submit-form.ts";
import { staffInvitationMs } from "#app/domain/accounts/lifetimes.ts";
import { acceptInvitation, readInvitation } from "#app/domain/accounts/staff/invitations.server.ts";
import { roleText } from "#app/domain/accounts/staff/staff.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { daysInWords } from "#app/lib/in-words.ts";
import { unlistedMeta } from "../storefront/frame/page-meta.ts";
import type { Route } from "./+types/join.ts";
import { AccountPage } from "./account-page.tsx";
import { answerAccountForm, enterByLink } from "./login.server.ts";

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, "Join the staff", "Choose a password for the back office.");

export const headers = () => ({ "Cache-Control": "private, no-store" });

const tokenOf = ({ searchParams }: URL) => searchParams.get("token") ?? "";

export async function loader({ context, url }: Route.LoaderArgs) {
  const token = tokenOf(url);
  const found = await readInvitation(context.get(requestContext).db, token);
  const invitation = found && { ...found, role: roleText[found.role] };
  return data({ token, invitation }, { status: invitation ? 200 : 410 });
}

/** Opens the account, or gives the existing one its role, and signs in. */
export const action = (args: Route.ActionArgs) =>
  answerAccountForm(args, "accepting an invitation failed", async (fields, services) => {
    const { password } = accepted(checkForm(newPasswordForm, fields));
    const token = tokenOf(args.url);
    return enterByLink(
      services,
      args.request,
      await acceptInvitation(services.db, token, password),
    );
  });

export const clientAction = (sent: Route.ClientActionArgs) => submitForm(sent, "newPasswordForm");

/** Don't revalidate: the page keeps showing the used link, with its result. */
export const shouldRevalidate = () => false;

export default function Join({ loaderData, actionData }: Route.ComponentProps) {
  const { token, invitation } = loaderData;
  if (!invitation || actionData?.spent) {
    return (
      <AccountPage title="Join the staff">
        <Notice tone="error" title="This invitation no longer works">
          It is more than {daysInWords(staffInvitationMs)} old, was used or withdrawn, or part of
          the link is missing. Ask an owner of the shop to send it again.
        </Notice>
      </AccountPage>
    );
  }
  const { email, role, hasAccount } = invitation;
  return (
    <AccountPage title="Join the staff" lede={`As: ${role.label}. ${role.does}`}>
      <AccountForm
        action={`/join?${new URLSearchParams({ token })}`}
        answer={actionData}
        label="Join and sign in"
      >
        <p className="wrap-anywhere">
          You will sign in with {email}.
          {hasAccount &&
            " This address has an account with us already, which you keep: the password you choose here replaces its password, and signs you out everywhere."}
        </p>
        <NewPasswordField answer={actionData} />
      </AccountForm>
    </AccountPage>
  );
}
