import { data, Form, redirect } from "react-router";
import { ButtonLink, SecondaryLink } from "#app/components/button-link.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { staffInvitationMs } from "#app/domain/accounts/lifetimes.ts";
import {
  inviteMemberAgain,
  listInvitations,
} from "#app/domain/accounts/staff/invitations.server.ts";
import { getStaffMember } from "#app/domain/accounts/staff/staff.server.ts";
import {
  mayBeInvitedAgain,
  roleForm,
  roleText,
  type StaffMember,
} from "#app/domain/accounts/staff/staff.ts";
import { useIfMailed } from "#app/domain/mail/sends-mail.ts";
import { listActivity } from "#app/features/history/history.server.ts";
import { changeRole, signOutMember } from "#app/features/staff/change-staff.server.ts";
import { adminContext, adminRequest } from "#app/guards/guards.server.ts";
import { requireRecentProof } from "#app/guards/recent-proof.server.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { daysInWords } from "#app/lib/in-words.ts";
import { lookUp, orNull } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { LinksWarning } from "../links-warning.tsx";
import { staffPage } from "../navigation.ts";
import type { Route } from "./+types/member.ts";
import { Activity } from "./activity.tsx";
import { RoleField } from "./invite-form.tsx";
import { NewInvitation } from "./new-invitation.tsx";
import { type StaffAnswer, sendStaffForm, staffForm, useLastAnswer } from "./staff-answer.ts";
import { donePath, StaffDone } from "./staff-done.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.member?.name ?? "Not on the staff");

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const { db, log, adminEmail, admin } = adminRequest(context);
  const [found, activity, invitations] = await Promise.all([
    lookUp(getStaffMember(db, admin, id, adminEmail), log, "load a member of the staff"),
    orNull(listActivity(db, admin, id), log, "list what somebody did"),
    orNull(listInvitations(db, admin), log, "list invitations to the staff"),
  ]);
  const { value: member, isMissing, status } = found;
  const isSelf = member?.userId === admin.userId;
  const asked = url.searchParams.get("ask");
  const said = url.searchParams.get("done");
  const page = { member, isMissing, isSelf, activity, invitations, asked, said };
  return data(page, { status });
}

/** Changes the `role`; `intent` "remove" removes it, "sign-out" ends access, "again" reinvites. */
export const action = (args: Route.ActionArgs) =>
  answerForm<StaffAnswer>(
    args,
    { ...staffForm, proof: requireRecentProof },
    async (fields, { db, shop, adminEmail }) => {
      const { id } = args.params;
      const admin = args.context.get(adminContext);
      if (fields.intent === "again") {
        const sending = { shop, designatedEmail: adminEmail };
        return data<StaffAnswer>({ link: await inviteMemberAgain(db, admin, id, sending) });
      }
      if (fields.intent === "sign-out") {
        await signOutMember(db, admin, id, adminEmail);
        return redirect(donePath(`${staffPage.to}/${id}`, "signed-out"));
      }
      const isRemoval = fields.intent === "remove";
      const typed = isRemoval ? { ...fields, role: fields.seen ?? "" } : fields;
      const { role, seen } = accepted(checkForm(roleForm, typed));
      await changeRole(db, admin, { userId: id, role: isRemoval ? null : role, seen }, adminEmail);
      return redirect(
        isRemoval ? donePath(staffPage.to, "removed") : donePath(`${staffPage.to}/${id}`, "role"),
      );
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) => sendStaffForm(sent);

export default function Member({ loaderData, actionData }: Route.ComponentProps) {
  const { member, isMissing, isSelf, activity, invitations, asked, said } = loaderData;
  const answer = useLastAnswer(actionData);
  if (!member) return <NoMember isMissing={isMissing} message={answer?.message} />;
  return (
    <>
      <PageHeader
        before={<BackLink to={staffPage.to}>Staff</BackLink>}
        title={<span className="wrap-anywhere">{member.name || member.email}</span>}
        lede={
          <span className="wrap-anywhere">
            {member.email}, {roleText[member.role].label.toLowerCase()}
          </span>
        }
      />
      <StaffDone intent={said} />
      <NewInvitation link={answer?.link} invitations={invitations} />
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6 max-w-2xl" />}
      <p className="mt-6">
        {member.lastSignInAt ? (
          <>
            Last signed in <Moment at={member.lastSignInAt} time />
          </>
        ) : (
          "Has not signed in yet"
        )}
      </p>
      {!isSelf && mayBeInvitedAgain(member) && <InviteAgain />}
      {member.isDesignated || isSelf ? (
        <Notice className="mt-6 max-w-2xl">
          {member.isDesignated
            ? "The shop's settings name this administrator (ADMIN_EMAIL), who stays an owner and alone changes images."
            : "Nobody changes their own role. Ask another owner."}
        </Notice>
      ) : asked === "remove" ? (
        <AskToRemove member={member} />
      ) : (
        <RoleForm member={member} answer={answer} />
      )}
      {!isSelf && <SignOut member={member} isAsked={asked === "sign-out"} />}
      <Activity entries={activity} className="mt-12 max-w-2xl" />
    </>
  );
}

/** For an invitation that was lost, has expired, or was never sent. */
function InviteAgain() {
  const ifMailed = useIfMailed();
  return (
    <Form method="post" replace preventScrollReset className="mt-4 grid max-w-2xl gap-4">
      <p className="text-ink-soft">
        {ifMailed(
          "We email them a link to choose a password.",
          "You get a link for them to choose a password.",
        )}{" "}
        It works for {daysInWords(staffInvitationMs)}.
      </p>
      <LinksWarning />
      <div>
        <SubmitButton intent="again" variant="secondary">
          {ifMailed("Send the invitation again", "Make a new invitation")}
        </SubmitButton>
      </div>
    </Form>
  );
}

function RoleForm({ member, answer }: { member: StaffMember; answer: StaffAnswer | undefined }) {
  return (
    <Form
      // Reset the form if the role was changed, possibly by another owner.
      key={member.role}
      method="post"
      replace
      preventScrollReset
      className="mt-8 max-w-2xl border-t border-ink pt-4"
    >
      <input type="hidden" name="seen" value={member.role} />
      <RoleField answer={answer?.errors && answer} role={member.role} />
      <div className="mt-6 flex flex-wrap gap-3">
        <SubmitButton intent="role">Change role</SubmitButton>
        <ButtonLink
          to={`${staffPage.to}/${member.userId}?ask=remove`}
          variant="danger"
          preventScrollReset
        >
          Remove from the staff
        </ButtonLink>
      </div>
    </Form>
  );
}

/** For a stolen tablet, or a former employee whose phone still has a run's link. */
function SignOut({ member, isAsked }: { member: StaffMember; isAsked: boolean }) {
  const page = `${staffPage.to}/${member.userId}`;
  if (!isAsked) {
    return (
      <div className="mt-8 max-w-2xl border-t border-rule pt-4">
        <p className="mb-4">A lost phone or tablet? End every way in at once.</p>
        <ButtonLink to={`${page}?ask=sign-out`} variant="secondary" preventScrollReset>
          Sign out everywhere
        </ButtonLink>
      </div>
    );
  }
  return (
    <Notice
      title={`Sign ${member.name || member.email} out everywhere?`}
      className="mt-8 max-w-2xl"
      action={
        <>
          <Form method="post" action={page} replace>
            <SubmitButton intent="sign-out">Sign out everywhere</SubmitButton>
          </Form>
          <SecondaryLink to={page} replace>
            Leave as it is
          </SecondaryLink>
        </>
      }
    >
      Every browser, tablet and station that they are signed in on is signed out at once. Links to
      delivery runs stop working if they made them, or the run names them as its driver; so do links
      that were mailed to choose a password. They can sign in again: if someone else may know their
      password, remove them from the staff and invite them again.
    </Notice>
  );
}

function AskToRemove({ member }: { member: StaffMember }) {
  const page = `${staffPage.to}/${member.userId}`;
  return (
    <Notice
      title={`Remove ${member.name || member.email} from the staff?`}
      className="mt-6 max-w-2xl"
      action={
        <>
          <Form method="post" action={page} replace>
            <input type="hidden" name="seen" value={member.role} />
            <SubmitButton intent="remove" variant="danger">
              Remove
            </SubmitButton>
          </Form>
          <SecondaryLink to={page} replace>
            Keep
          </SecondaryLink>
        </>
      }
    >
      They are signed out everywhere at once and can no longer open the back office. Their
      authenticator app and passkeys are forgotten.
      {member.role === "owner" && " Invitations that they sent are withdrawn."} What they did stays
      in the history.
    </Notice>
  );
}

function NoMember({ isMissing, message }: { isMissing: boolean; message: string | undefined }) {
  return (
    <EmptyState
      titleAs="h1"
      title={isMissing ? "Not on the staff" : "This page cannot be shown right now"}
      way={{ to: staffPage.to, label: "All staff" }}
    >
      <p>
        {message ??
          (isMissing
            ? "They may have been removed, or the link may be mistyped."
            : "The database did not answer. Please try again.")}
      </p>
    </EmptyState>
  );
}
