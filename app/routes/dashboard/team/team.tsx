import { data, redirect } from "react-router";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Section } from "#app/components/page/section.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { may } from "#app/domain/access/capability.ts";
import { profileCounts } from "#app/domain/limits/rate-limits.ts";
import { refuseTooMany } from "#app/domain/limits/rate-rule.ts";
import {
  changeInvitation,
  inviteAgain,
  inviteToTeam,
  withdrawInvitation,
} from "#app/features/team/invitations.server.ts";
import { changeMember, getTeam, handOver, removeMember } from "#app/features/team/team.server.ts";
import { inviteForm, memberForm, sitesIn, teamField, teamPath } from "#app/features/team/team.ts";
import { clientContext, clientRequest } from "#app/guards/guards.server.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { privateHeaders, signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/team.ts";
import { InvitationRow, InviteForm, MemberRow } from "./team-parts.tsx";

const title = "Your team";
const failed = "The change could not be saved. Please try again.";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, title);

export const headers: Route.HeadersFunction = privateHeaders;

const said = {
  invited: "Invitation sent",
  again: "Invitation sent again",
  withdrawn: "Invitation withdrawn",
  changed: "Saved",
  removed: "Removed from the team",
  handed: "Handed over",
};
const saidParameters = Object.keys(said) as (keyof typeof said)[];

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, client } = clientRequest(context);
  const team = may(client, "manage team") ? await getTeam(db, client) : null;
  const done = saidParameters.find((one) => url.searchParams.has(one));
  return data({ team, done, now: new Date() });
}

interface TeamAnswer extends FormAnswer {
  /** The id of the member or invitation whose form it answers; empty for the form that invites. */
  about?: string;
}

export const action = (args: Route.ActionArgs) =>
  answerForm<TeamAnswer>(
    args,
    {
      failed,
      log: "changing a team failed",
      besides: ({ [teamField.about]: about = "" }) => ({ about }),
    },
    async (fields, { db, limits, shop }) => {
      const client = args.context.get(clientContext);
      await refuseTooMany(limits, profileCounts(client.userId), "changes");
      const { [teamField.intent]: intent, [teamField.about]: about = "" } = fields;
      const done = (parameter: keyof typeof said) => redirect(`${teamPath}?${parameter}`);
      switch (intent) {
        case "invite": {
          const typed = accepted(checkForm(inviteForm, fields));
          await inviteToTeam(db, client, typed, sitesIn(fields), shop);
          return done("invited");
        }
        case "again":
          await inviteAgain(db, client, about, shop);
          return done("again");
        case "withdraw":
          await withdrawInvitation(db, client, about);
          return done("withdrawn");
        case "change invitation": {
          const typed = accepted(checkForm(memberForm, fields));
          await changeInvitation(db, client, about, typed, sitesIn(fields));
          return done("changed");
        }
        case "change": {
          const typed = accepted(checkForm(memberForm, fields));
          await changeMember(db, client, about, typed, sitesIn(fields));
          return done("changed");
        }
        case "remove":
          await removeMember(db, client, about);
          return done("removed");
        case "hand over":
          await handOver(db, client, about, shop);
          return done("handed");
        default:
          throw new Refusal("invalid", "Please choose what to do.");
      }
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<TeamAnswer>(sent, {
    failed: ({ [teamField.about]: about = "" }) => ({ message: failed, about }),
    loadCheck: async () => (fields) => {
      const { [teamField.intent]: intent, [teamField.about]: about = "" } = fields;
      if (intent !== "invite" && intent !== "change" && intent !== "change invitation")
        return undefined;
      const { refused } = checkForm(intent === "invite" ? inviteForm : memberForm, fields);
      return refused && { ...refused, about };
    },
    looksAgain: () => true,
  });

export default function TeamPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { team, done, now } = loaderData;
  const answerOf = (about: string) => (answer?.about === about ? answer : undefined);
  return (
    <>
      <PageHeader
        before={<BackLink to="/dashboard/account">Your account</BackLink>}
        title={title}
      />
      {done && <FlashMessage title={said[done]} parameters={saidParameters} className="mt-6" />}
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6 max-w-2xl" />}
      {team ? (
        <div className="mt-8 grid max-w-3xl gap-y-12">
          <Section id="members" title="Who signs in">
            <ul className="mt-3 border-t border-ink">
              {team.members.map((member) => (
                <MemberRow
                  key={`${member.userId} ${member.role} ${member.siteIds} ${member.approveOverCents}`}
                  member={member}
                  sites={team.sites}
                  answer={answerOf(member.userId)}
                />
              ))}
            </ul>
          </Section>
          {team.invitations.length > 0 && (
            <Section id="invited" title="Invited">
              <ul className="mt-3 border-t border-ink">
                {team.invitations.map((one) => (
                  <InvitationRow
                    key={`${one.id} ${one.role} ${one.siteIds} ${one.approveOverCents}`}
                    invitation={one}
                    sites={team.sites}
                    now={now}
                    answer={answerOf(one.id)}
                  />
                ))}
              </ul>
            </Section>
          )}
          <Section id="invite" title="Invite somebody">
            <InviteForm
              // Reset the form once the invitation is sent.
              key={team.invitations.length}
              sites={team.sites}
              answer={answerOf("")}
            />
          </Section>
        </div>
      ) : (
        <EmptyState title="Only the owner of this account can change its team" />
      )}
    </>
  );
}
