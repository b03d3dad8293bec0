import { data, Form, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { isGuarded } from "#app/domain/accounts/second-factor/factor-changes.server.ts";
import {
  factorRuleSubject,
  readFactorRule,
  setFactorRule,
} from "#app/domain/accounts/second-factor/factor-rule.server.ts";
import { securityFailed } from "#app/domain/accounts/second-factor/second-factor.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { adminContext, adminRequest } from "#app/guards/guards.server.ts";
import { requireRecentProof } from "#app/guards/recent-proof.server.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { securityPage, settingsPage } from "../navigation.ts";
import type { Route } from "./+types/sign-in-settings.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Signing in");

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { db, log, admin } = adminRequest(context);
  const [rule, history] = await Promise.all([
    orNull(
      Promise.all([readFactorRule(db, admin), isGuarded(db, admin.userId)]),
      log,
      "load how staff sign in",
    ),
    orNull(listHistory(db, admin, factorRuleSubject), log, "load a history"),
  ]);
  const [isOn = false, hasOwn = false] = rule ?? [];
  const facts = { isKnown: rule !== null, isOn, hasOwn, history };
  return data({ ...facts, wasSaved: searchParams.has("saved") }, statusOf(rule));
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: securityFailed, log: "changing how staff sign in failed", proof: requireRecentProof },
    async ({ isOn }, { db }) => {
      await setFactorRule(db, args.context.get(adminContext), isOn !== undefined);
      return redirect(`${settingsPage.to}/sign-in?saved`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, { failed: securityFailed });

const doneParameters = ["saved"];

export default function SignInSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { isKnown, isOn, hasOwn, history, wasSaved } = loaderData;
  return (
    <>
      <PageHeader title="Signing in" before={<BackLink to={settingsPage.to}>Settings</BackLink>} />
      {wasSaved && (
        <FlashMessage title="Settings saved" parameters={doneParameters} className="mt-6" />
      )}
      <div className="mt-8 max-w-2xl">
        {!isKnown ? (
          <LoadFailure message="The settings could not be loaded. Please try again." />
        ) : hasOwn || isOn ? (
          <Form method="post" replace preventScrollReset>
            <Checkbox
              name="isOn"
              label="Staff who sign in to the back office need a second factor"
              defaultChecked={actionData?.values ? actionData.values.isOn !== undefined : isOn}
            />
            <p className="mt-1 text-ink-soft">
              A code of an app or a passkey, besides the password. Whoever has none sets one up at
              the next page they open, and reaches nothing else before. Clients are not asked.
            </p>
            <SubmitButton className="mt-6">Save</SubmitButton>
            {actionData?.message && (
              <Notice tone="error" title={actionData.message} className="mt-6" />
            )}
          </Form>
        ) : (
          <Notice
            title="Set up a second factor for yourself first"
            action={<ButtonLink to={securityPage.to}>Set up mine</ButtonLink>}
          >
            Then you can ask all staff for one. You would lock yourself out otherwise.
          </Notice>
        )}
        <HistoryList entries={history} className="mt-12" />
      </div>
    </>
  );
}
