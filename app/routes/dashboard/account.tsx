import { data, Form, Link, redirect } from "react-router";
import { Button } from "#app/components/button.tsx";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { UnsavedInput } from "#app/components/form/unsaved-input.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { may } from "#app/domain/access/capability.ts";
import { AccountForm } from "#app/domain/accounts/credentials/account-form.tsx";
import { isEmailConfirmed } from "#app/domain/accounts/credentials/confirmation.server.ts";
import { tooOften } from "#app/domain/accounts/credentials/form-answer.ts";
import { ownMailChoices } from "#app/domain/customers/mail-choices/mail-choices.server.ts";
import {
  choiceWords,
  type MailKind,
  mailKinds,
} from "#app/domain/customers/mail-choices/mail-kinds.ts";
import { profileForm } from "#app/domain/customers/profile.ts";
import { getProfile, updateProfile } from "#app/domain/customers/profiles.server.ts";
import { isSetUp } from "#app/domain/delivery/rules.ts";
import { placeOrderPath } from "#app/domain/drafts/order-draft.ts";
import { profileCounts } from "#app/domain/limits/rate-limits.ts";
import { accountForOrderPath } from "#app/domain/ordering/placing/order-form.ts";
import { ProfileInputs } from "#app/features/clients/profile-inputs.tsx";
import {
  type ProfileAnswer,
  submitProfile,
  updateFailed,
} from "#app/features/clients/submit-profile.ts";
import { teamPath } from "#app/features/team/team.ts";
import { clientContext, clientRequest } from "#app/guards/guards.server.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "../load-failure.tsx";
import { privateHeaders, signedInMeta } from "../signed-in-page.tsx";
import type { Route } from "./+types/account.ts";
import { profileTyping, Saved, savedPath } from "./saved.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Account");

export const headers: Route.HeadersFunction = privateHeaders;

/** True if the user continues with an order once the account is saved (`accountForOrderPath`). */
const isForOrder = (url: URL) => url.searchParams.has("order");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log, deliveryRules, client } = clientRequest(context);
  const loaded = await orNull(
    Promise.all([
      getProfile(db, client),
      isEmailConfirmed(db, client),
      ownMailChoices(db, client),
      deliveryRules.get(),
    ]).then(([profile, isConfirmed, wanted, rules]) => ({
      profile,
      isConfirmed,
      mails: (may(client, "edit details")
        ? {
            // Without delivery days there are no cut-offs to remind of.
            ...(isSetUp(rules) && { "order-reminders": wanted["order-reminders"] }),
            "fresh-sheets": wanted["fresh-sheets"],
          }
        : {}) as Partial<Record<MailKind, boolean>>,
    })),
    log,
    "load the profile",
  );
  const forOrder = isForOrder(url);
  const mayManageTeam = may(client, "manage team");
  return data(
    { email: client.email, loaded, forOrder, mayManageTeam },
    { status: loaded ? 200 : 503 },
  );
}

export const action = (args: Route.ActionArgs) =>
  answerForm<ProfileAnswer>(
    args,
    { failed: updateFailed, log: "updating the account failed" },
    async (fields, { db, limits }) => {
      const client = args.context.get(clientContext);
      const profile = accepted(checkForm(profileForm, fields));
      const wait = await limits.takeAll(profileCounts(client.userId));
      if (wait !== null) throw tooOften(wait);
      await updateProfile(db, client, profile);
      return redirect(
        isForOrder(args.url) ? savedPath("profile", placeOrderPath) : savedPath("profile"),
      );
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) => submitProfile(sent);

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { email, loaded, forOrder, mayManageTeam } = loaderData;
  return (
    <>
      <PageHeader
        title="Account"
        before={forOrder && <BackLink to={placeOrderPath}>Your order</BackLink>}
      />
      <div className="grid-page mt-8 gap-y-12">
        <div className="col-span-12 md:col-span-7">
          <Saved email={email} />
          {loaded?.isConfirmed === false && <Unconfirmed email={email} />}
          {loaded ? (
            <AccountForm
              action={forOrder ? accountForOrderPath : "/dashboard/account"}
              answer={actionData}
              label={forOrder ? "Save and go on with the order" : "Save changes"}
            >
              <UnsavedInput name={profileTyping(email)} />
              <ProfileInputs email={email} profile={loaded.profile} answer={actionData} />
            </AccountForm>
          ) : (
            <LoadFailure message="Your account could not be loaded. Please try again." />
          )}
        </div>
        <aside className="col-span-12 md:col-span-4 md:col-start-9 lg:col-span-3 lg:col-start-10">
          <h2 className="border-t border-ink pt-4 text-title">Where we deliver</h2>
          <p className="mt-2 text-[0.9375rem] text-ink-soft">
            A second kitchen, whom to call there, and what the driver should know.
          </p>
          <Link to="/dashboard/sites" className="link mt-1 mb-8 inline-flex min-h-11 items-center">
            Your sites
          </Link>
          {mayManageTeam && (
            <>
              <h2 className="border-t border-ink pt-4 text-title">Team</h2>
              <p className="mt-2 text-[0.9375rem] text-ink-soft">
                Cooks who order, a bookkeeper who gets the invoices, and who approves what.
              </p>
              <Link to={teamPath} className="link mt-1 mb-8 inline-flex min-h-11 items-center">
                Your team
              </Link>
            </>
          )}
          {mayManageTeam && (
            <>
              <h2 className="border-t border-ink pt-4 text-title">Contacts</h2>
              <p className="mt-2 text-[0.9375rem] text-ink-soft">
                Who else gets emails about orders, invoices and statements, without signing in.
              </p>
              <Link
                to="/dashboard/contacts"
                className="link mt-1 mb-8 inline-flex min-h-11 items-center"
              >
                Your contacts
              </Link>
            </>
          )}
          <h2 className="border-t border-ink pt-4 text-title">Password</h2>
          <p className="mt-2 text-[0.9375rem] text-ink-soft">
            Change it when someone who knew it leaves. You will be signed out on every other device.
          </p>
          <Link
            to="/dashboard/account/password"
            className="link mt-1 inline-flex min-h-11 items-center"
          >
            Change password
          </Link>
          {mailKinds.map((kind) => {
            const wants = loaded?.mails[kind];
            return wants === undefined ? null : <MailChoice key={kind} kind={kind} wants={wants} />;
          })}
        </aside>
      </div>
    </>
  );
}

/** Shows whether the customer gets emails of a kind, with a button to change it. */
function MailChoice({ kind, wants }: { kind: MailKind; wants: boolean }) {
  const words = choiceWords[kind];
  return (
    <>
      <h2 className="mt-10 border-t border-ink pt-4 text-title">{words.title}</h2>
      <p className="mt-2 text-[0.9375rem] text-ink-soft">{wants ? words.wanted : words.refused}</p>
      <Form method="post" action={`/dashboard/account/mails/${kind}`} className="mt-3">
        <Button type="submit" name="intent" value={wants ? "stop" : "resume"} variant="secondary">
          {wants ? words.stop : words.resume}
        </Button>
      </Form>
    </>
  );
}

function Unconfirmed({ email }: { email: string }) {
  return (
    <Notice
      title={`${email} is not confirmed yet`}
      className="mb-8 break-words"
      action={
        <SecondaryLink to="/dashboard/account/confirm-email">
          Confirm your email address
        </SecondaryLink>
      }
    >
      <p>We will email you about your orders once we know that the address is yours.</p>
    </Notice>
  );
}
