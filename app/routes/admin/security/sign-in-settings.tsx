import { data, Form, Link, redirect, useNavigation } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { SaidOnce } from "#app/components/toast/said-once.tsx";
import { requestContext } from "#app/context.server.ts";
import { listHistory } from "#app/features/audit/history.server.ts";
import { HistoryList } from "#app/features/audit/history-list.tsx";
import { adminContext } from "#app/features/auth/guards.server.ts";
import { requireRecentProof } from "#app/features/auth/proof/recent-proof.server.ts";
import { isGuarded } from "#app/features/auth/second-factor/factor-changes.server.ts";
import {
  factorRuleSubject,
  readFactorRule,
  setFactorRule,
} from "#app/features/auth/second-factor/factor-rule.server.ts";
import {
  SecondFactorRefusedError,
  securityFailed,
} from "#app/features/auth/second-factor/second-factor.ts";
import { sendForm } from "#app/lib/form/send-form.ts";
import { type FormAnswer, formFields, textsOf } from "#app/lib/form/submitted-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { securityPage, settingsPage } from "../navigation.ts";
import type { Route } from "./+types/sign-in-settings.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Signing in");

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const admin = context.get(adminContext);
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

export async function action({ request, context, url }: Route.ActionArgs) {
  await requireRecentProof({ request, context, url });
  const { db, log } = context.get(requestContext);
  const fields = await formFields(request);
  try {
    await setFactorRule(db, context.get(adminContext), fields.isOn !== undefined);
  } catch (error) {
    const isRefused = error instanceof SecondFactorRefusedError;
    if (!isRefused) log.error({ err: error }, "changing how staff sign in failed");
    const message = isRefused ? error.message : securityFailed;
    return data<FormAnswer>({ message, values: fields }, { status: isRefused ? 409 : 503 });
  }
  return redirect(`${settingsPage.to}/sign-in?saved`);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = textsOf(await request.clone().formData());
  const { status: _, ...answer } = await sendForm<FormAnswer>({
    request,
    serverAction,
    unreached: { message: securityFailed, values },
  });
  return data(answer, { status: 400 });
}

const doneParameters = ["saved"];

/** What staff need to sign in to the back office. */
export default function SignInSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { isKnown, isOn, hasOwn, history, wasSaved } = loaderData;
  const { formMethod } = useNavigation();
  return (
    <>
      <PageHeader
        size="compact"
        title="Signing in"
        before={<BackLink to={settingsPage.to}>Settings</BackLink>}
      />
      {wasSaved && <SaidOnce title="Settings saved" parameters={doneParameters} className="mt-6" />}
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
            <Button type="submit" pending={formMethod === "POST"} className="mt-6">
              Save
            </Button>
            {actionData?.message && (
              <Notice tone="error" title={actionData.message} className="mt-6" />
            )}
          </Form>
        ) : (
          <Notice
            title="Set up a second factor for yourself first"
            action={
              <Link to={securityPage.to} className={buttonClass()}>
                Set up mine
              </Link>
            }
          >
            Then you can ask all staff for one. You would lock yourself out otherwise.
          </Notice>
        )}
        <HistoryList entries={history} className="mt-12" />
      </div>
    </>
  );
}
