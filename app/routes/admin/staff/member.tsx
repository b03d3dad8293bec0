import { data, Form, Link, redirect, useNavigation } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { listDeeds } from "#app/features/audit/history.server.ts";
import { adminContext } from "#app/features/auth/guards.server.ts";
import { requireRecentProof } from "#app/features/auth/proof/recent-proof.server.ts";
import {
  changeRole,
  getStaffMember,
  signOutMember,
} from "#app/features/auth/staff/staff.server.ts";
import { roleForm, roleText, type StaffMember } from "#app/features/auth/staff/staff.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { staffPage } from "../navigation.ts";
import type { Route } from "./+types/member.ts";
import { Deeds } from "./deeds.tsx";
import { RoleField } from "./invite-form.tsx";
import { doOrRefuse } from "./staff-action.server.ts";
import { type StaffAnswer, sendStaffForm, useLastAnswer } from "./staff-answer.ts";
import { donePath, StaffDone } from "./staff-done.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.member?.name ?? "Not on the staff");

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const { db, log, adminEmail } = context.get(requestContext);
  const admin = context.get(adminContext);
  const reading = getStaffMember(db, admin, id, adminEmail).then((member) => ({ member }));
  const [found, deeds] = await Promise.all([
    orNull(reading, log, "load a member of the staff"),
    orNull(listDeeds(db, admin, id), log, "list what somebody did"),
  ]);
  const member = found?.member ?? null;
  const isMissing = found?.member === null;
  const isSelf = member?.userId === admin.userId;
  const asked = url.searchParams.get("ask");
  const said = url.searchParams.get("done");
  const page = { member, isMissing, isSelf, deeds, asked, said };
  return data(page, { status: member ? 200 : isMissing ? 404 : 503 });
}

/** Gives them another `role`, or with `intent` "remove" none; "sign-out" ends their ways in. */
export async function action({ request, context, url, params: { id } }: Route.ActionArgs) {
  await requireRecentProof({ request, context, url });
  const services = context.get(requestContext);
  const { db, adminEmail } = services;
  const admin = context.get(adminContext);
  const fields = await formFields(request);
  if (fields.intent === "sign-out") {
    const refused = await doOrRefuse(services, fields, () =>
      signOutMember(db, admin, id, adminEmail),
    );
    if (refused) return data<StaffAnswer>(refused.answer, { status: refused.status });
    return redirect(donePath(`${staffPage.to}/${id}`, "signed-out"));
  }
  const isRemoval = fields.intent === "remove";
  const form = checkForm(roleForm, isRemoval ? { ...fields, role: fields.seen ?? "" } : fields);
  if (form.refused) return data<StaffAnswer>(form.refused, { status: 400 });
  const { role, seen } = form.data;
  const change = { userId: id, role: isRemoval ? null : role, seen };
  const refused = await doOrRefuse(services, fields, () =>
    changeRole(db, admin, change, adminEmail),
  );
  if (refused) return data<StaffAnswer>(refused.answer, { status: refused.status });
  return redirect(
    isRemoval ? donePath(staffPage.to, "removed") : donePath(`${staffPage.to}/${id}`, "role"),
  );
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
  sendStaffForm(request, serverAction);

/** A member of the staff: their role, and what they did. */
export default function Member({ loaderData, actionData }: Route.ComponentProps) {
  const { member, isMissing, isSelf, deeds, asked, said } = loaderData;
  const answer = useLastAnswer(actionData);
  if (!member) return <NoMember isMissing={isMissing} message={answer?.message} />;
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={staffPage.to}>Staff</BackLink>}
        title={<span className="wrap-anywhere">{member.name || member.email}</span>}
        lede={
          <span className="wrap-anywhere">
            {member.email}, {roleText[member.role].label.toLowerCase()}
          </span>
        }
      />
      <StaffDone deed={said} />
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
      <Deeds deeds={deeds} className="mt-12 max-w-2xl" />
    </>
  );
}

function RoleForm({ member, answer }: { member: StaffMember; answer: StaffAnswer | undefined }) {
  const { formData } = useNavigation();
  return (
    <Form
      // A new form for another role, which may be another owner's doing.
      key={member.role}
      method="post"
      replace
      preventScrollReset
      className="mt-8 max-w-2xl border-t border-ink pt-4"
    >
      <input type="hidden" name="seen" value={member.role} />
      <RoleField answer={answer?.errors && answer} role={member.role} />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          type="submit"
          name="intent"
          value="role"
          pending={formData?.get("intent") === "role"}
        >
          Change role
        </Button>
        <Link
          to={`${staffPage.to}/${member.userId}?ask=remove`}
          className={buttonClass({ variant: "danger" })}
          preventScrollReset
        >
          Remove from the staff
        </Link>
      </div>
    </Form>
  );
}

/** For a stolen tablet, or somebody who has left and whose telephone still has a run's link. */
function SignOut({ member, isAsked }: { member: StaffMember; isAsked: boolean }) {
  const { formData } = useNavigation();
  const page = `${staffPage.to}/${member.userId}`;
  if (!isAsked) {
    return (
      <div className="mt-8 max-w-2xl border-t border-rule pt-4">
        <p className="mb-4">A lost telephone or tablet? End every way in at once.</p>
        <Link
          to={`${page}?ask=sign-out`}
          className={buttonClass({ variant: "secondary" })}
          preventScrollReset
        >
          Sign out everywhere
        </Link>
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
            <Button
              type="submit"
              name="intent"
              value="sign-out"
              pending={formData?.get("intent") === "sign-out"}
            >
              Sign out everywhere
            </Button>
          </Form>
          <Link to={page} replace className={buttonClass({ variant: "secondary" })}>
            Leave as it is
          </Link>
        </>
      }
    >
      Every browser, tablet and station that they are signed in on is signed out at once. Links to
      delivery runs stop working if they made them, or the run names them as its driver; so do links
      that were mailed to choose a password. They can sign in again: if somebody else may know their
      password, remove them from the staff and invite them again.
    </Notice>
  );
}

/** Asked before somebody is signed out for good. */
function AskToRemove({ member }: { member: StaffMember }) {
  const { formData } = useNavigation();
  const page = `${staffPage.to}/${member.userId}`;
  return (
    <Notice
      title={`Remove ${member.name || member.email} from the staff?`}
      className="mt-6 max-w-2xl"
      action={
        <>
          <Form method="post" action={page} replace>
            <input type="hidden" name="seen" value={member.role} />
            <Button
              type="submit"
              name="intent"
              value="remove"
              variant="danger"
              pending={formData?.get("intent") === "remove"}
            >
              Remove
            </Button>
          </Form>
          <Link to={page} replace className={buttonClass({ variant: "secondary" })}>
            Keep
          </Link>
        </>
      }
    >
      They are signed out everywhere at once and can open nothing of the back office any more. Their
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
      action={
        <Link to={staffPage.to} className={buttonClass({ variant: "secondary" })}>
          All staff
        </Link>
      }
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
