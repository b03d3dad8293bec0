import { data, Form, Link, redirect, useNavigation } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { Button } from "#app/components/button.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Section } from "#app/components/page/section.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import {
  inviteAgain,
  inviteStaff,
  listInvitations,
  withdrawInvitation,
} from "#app/domain/accounts/staff/invitations.server.ts";
import { listStaff, staffSubject } from "#app/domain/accounts/staff/staff.server.ts";
import {
  inviteForm,
  roleText,
  type StaffInvitation,
  type StaffMember,
} from "#app/domain/accounts/staff/staff.ts";
import { useIfMailed } from "#app/domain/mail/sends-mail.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { adminContext, adminRequest } from "#app/guards/guards.server.ts";
import { requireRecentProof } from "#app/guards/recent-proof.server.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { staffPage } from "../navigation.ts";
import type { Route } from "./+types/staff.ts";
import { InviteForm } from "./invite-form.tsx";
import { NewInvitation } from "./new-invitation.tsx";
import { type StaffAnswer, sendStaffForm, staffForm, useLastAnswer } from "./staff-answer.ts";
import { donePath, StaffDone } from "./staff-done.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Staff");

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { db, log, adminEmail, admin } = adminRequest(context);
  const [members, invitations, history] = await Promise.all([
    orNull(listStaff(db, admin, adminEmail), log, "list the staff"),
    orNull(listInvitations(db, admin), log, "list invitations to the staff"),
    orNull(listHistory(db, admin, staffSubject), log, "load the staff's history"),
  ]);
  const said = searchParams.get("done");
  const now = new Date();
  return data({ members, invitations, history, said, now }, statusOf(members, invitations));
}

/** `invite`; for an invitation, `again` and `withdraw`. */
export const action = (args: Route.ActionArgs) =>
  answerForm<StaffAnswer>(
    args,
    { ...staffForm, proof: requireRecentProof },
    async (fields, { db, shop, adminEmail }) => {
      const admin = args.context.get(adminContext);
      const { intent, id = "" } = fields;
      const sending = { shop, designatedEmail: adminEmail };
      switch (intent) {
        case "invite": {
          const link = await inviteStaff(
            db,
            admin,
            accepted(checkForm(inviteForm, fields)),
            sending,
          );
          return data<StaffAnswer>({ link });
        }
        case "again":
          return data<StaffAnswer>({ link: await inviteAgain(db, admin, id, sending) });
        case "withdraw":
          await withdrawInvitation(db, admin, id, sending);
          return redirect(donePath(staffPage.to, "withdrawn"));
        default:
          throw new Refusal("invalid", "Please choose what to do.");
      }
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) => sendStaffForm(sent);

export default function Staff({ loaderData, actionData }: Route.ComponentProps) {
  const { members, invitations, history, said, now } = loaderData;
  const answer = useLastAnswer(actionData);
  const ofInvite = answer?.intent === "invite" ? answer : undefined;
  return (
    <>
      <PageHeader title="Staff" lede="Who has access, and their roles." />
      <StaffDone intent={said} />
      <NewInvitation link={answer?.link} invitations={invitations} />
      {answer?.message && !ofInvite && (
        <Notice tone="error" title={answer.message} className="mt-6" />
      )}
      <div className="mt-8 grid max-w-5xl gap-y-12">
        {members ? (
          <Members members={members} />
        ) : (
          <LoadFailure message="The staff could not be loaded. Please try again." />
        )}
        {!invitations ? (
          <LoadFailure message="The invitations could not be loaded. Please try again." />
        ) : (
          invitations.length > 0 && <Invitations invitations={invitations} now={now} />
        )}
        <Section id="invite" title="Invite someone" look="ruled" className="max-w-2xl">
          <InviteForm
            // Reset the form once somebody was invited.
            key={invitations?.length}
            answer={ofInvite}
          />
        </Section>
        <HistoryList entries={history} className="max-w-2xl" />
      </div>
    </>
  );
}

function Members({ members }: { members: StaffMember[] }) {
  return (
    <Table
      label="Staff members"
      columns={[
        "Name",
        { head: "Role", className: "hidden lg:table-cell" },
        { head: "Second factor", className: "hidden lg:table-cell" },
        { head: "Last signed in", className: "hidden lg:table-cell" },
      ]}
    >
      {members.map((member) => (
        <tr key={member.userId} className="relative">
          <Th scope="row" className="max-w-72 wrap-anywhere">
            <Link
              to={`${staffPage.to}/${member.userId}`}
              className="link after:absolute after:inset-0"
            >
              {member.name || member.email}
            </Link>
            <span className="block text-sm font-normal text-ink-soft">{member.email}</span>
            <span className="block text-sm font-normal text-ink-soft lg:hidden">
              <span className="block">
                {roleText[member.role].label}
                {member.isDesignated && ", named in the settings"}
              </span>
              <LastSignIn at={member.lastSignInAt} before="Signed in " never="Not signed in yet" />
              <span className="block">
                {member.hasSecondFactor ? "Has a second factor" : "No second factor"}
              </span>
            </span>
          </Th>
          <Td className="hidden lg:table-cell">
            {roleText[member.role].label}
            {member.isDesignated && (
              <span className="block text-sm text-ink-soft">Set in configuration</span>
            )}
          </Td>
          <Td className="hidden lg:table-cell">{member.hasSecondFactor ? "Yes" : "No"}</Td>
          <Td className="hidden whitespace-nowrap lg:table-cell">
            <LastSignIn at={member.lastSignInAt} />
          </Td>
        </tr>
      ))}
    </Table>
  );
}

interface LastSignInProps {
  at: Date | null;
  before?: string;
  never?: string;
}

function LastSignIn({ at, before = "", never = "Not yet" }: LastSignInProps) {
  if (!at) return <>{never}</>;
  return (
    <>
      {before}
      <Moment at={at} time />
    </>
  );
}

function Invitations({ invitations, now }: { invitations: StaffInvitation[]; now: Date }) {
  return (
    <Section id="invited" title="Invited" look="spaced">
      <ul className="border-t border-ink">
        {invitations.map((invitation) => (
          <Invited key={invitation.id} invitation={invitation} now={now} />
        ))}
      </ul>
    </Section>
  );
}

function Invited({ invitation, now }: { invitation: StaffInvitation; now: Date }) {
  const { id, name, email, role, invitedAt, expiresAt, refused } = invitation;
  const { formData } = useNavigation();
  const isPending = (intent: string) =>
    formData?.get("id") === id && formData.get("intent") === intent;
  const about = <span className="sr-only"> (the invitation of {email})</span>;
  const isOver = expiresAt <= now;
  const ifMailed = useIfMailed();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-rule py-3.5">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {email}, {roleText[role].label.toLowerCase()}
        </p>
        <p className="text-sm text-ink-soft">
          {isOver ? (
            <Badge>Link expired</Badge>
          ) : (
            <>
              {ifMailed("Sent", "Made")} <Moment at={invitedAt} time />, expires{" "}
              <Moment at={expiresAt} time />
            </>
          )}
        </p>
        {refused !== null && (
          <p className="text-sm text-oxblood wrap-anywhere">
            The invitation could not be delivered: {refused}
          </p>
        )}
      </div>
      <Form method="post" className="flex flex-wrap gap-3" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <Button
          type="submit"
          name="intent"
          value="again"
          size="sm"
          variant="secondary"
          pending={isPending("again")}
        >
          {ifMailed("Send again", "Make a new link")}
          {about}
        </Button>
        <Button
          type="submit"
          name="intent"
          value="withdraw"
          size="sm"
          variant="secondary"
          pending={isPending("withdraw")}
        >
          Withdraw{about}
        </Button>
      </Form>
    </li>
  );
}
