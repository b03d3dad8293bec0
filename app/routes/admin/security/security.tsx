import { useState } from "react";
import { data, Form, redirect } from "react-router";
import { Button } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Section } from "#app/components/page/section.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { requestContext } from "#app/context.server.ts";
import type { StaffAccount } from "#app/domain/access/capability.ts";
import { isRecent } from "#app/domain/accounts/proof/recent-proof.server.ts";
import {
  beginApp,
  cancelApp,
  confirmApp,
  pendingApp,
  removeApp,
} from "#app/domain/accounts/second-factor/authenticator-app.server.ts";
import { accountSubject } from "#app/domain/accounts/second-factor/factor-changes.server.ts";
import { addPasskey, removePasskey } from "#app/domain/accounts/second-factor/passkeys.server.ts";
import {
  checkPasskeyName,
  type SecurityAnswer,
  securityFailed,
  wrongCode,
} from "#app/domain/accounts/second-factor/second-factor.ts";
import {
  makeRecoveryCodes,
  readSecondFactors,
} from "#app/domain/accounts/second-factor/second-factors.server.ts";
import { browserInWords } from "#app/domain/accounts/session/browser-words.ts";
import {
  endSessions,
  listSessions,
  type OpenSession,
} from "#app/domain/accounts/session/sessions.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { staffAccountContext, staffIfAnyContext } from "#app/guards/guards.server.ts";
import { proofFor } from "#app/guards/recent-proof.server.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { ownEntry } from "#app/lib/own-entry.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { securityPage } from "../navigation.ts";
import type { Route } from "./+types/security.ts";
import { AppPanel, CodesPanel, NewCodes, PasskeysPanel } from "./factor-panels.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Your sign-in");

export async function loader({ request, context, url: { searchParams } }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { db, log } = services;
  const account = context.get(staffAccountContext);
  const staff = context.get(staffIfAnyContext);
  const [factors, pending, sessions, history] = await Promise.all([
    orNull(readSecondFactors(db, account.userId), log, "load second factors"),
    // The key generates codes forever, so an unattended browser doesn't show it.
    isRecent(account)
      ? orNull(pendingApp(services, account), log, "load an app that is set up")
      : null,
    orNull(listSessions(db, account), log, "load sessions"),
    staff && orNull(listHistory(db, staff, accountSubject(account.userId)), log, "load a history"),
  ]);
  const facts = {
    mustSetUp: staff === null,
    thisBrowser: browserInWords(request.headers.get("user-agent")),
    saved: searchParams.get("saved"),
    factors,
    pending,
    sessions,
    history,
  };
  return data(facts, statusOf(factors, sessions));
}

/**
 * `app-begin`, `app-cancel`, `app-confirm` and `app-remove`; `passkey-add` and `passkey-remove`;
 * `codes` for new recovery codes; `session` ends one, `sessions` all others.
 */
export const action = (args: Route.ActionArgs) =>
  answerForm<SecurityAnswer>(
    args,
    {
      failed: securityFailed,
      log: "changing a sign-in failed",
      facts: ({ intent }) => ({ intent }),
      // Ending a session only removes access, and cancelling a set-up changes nothing.
      proof: proofFor(({ intent = "" }) => !/^(session|sessions|app-cancel)$/.test(intent)),
      besides: ({ intent = "" }) => ({ intent, values: {} }),
    },
    async (fields, services) => {
      const done = await change(services, args.context.get(staffAccountContext), fields);
      if (typeof done === "string") return redirect(`${securityPage.to}?saved=${done}`);
      return data(done, { status: done.codes ? 200 : 400 });
    },
  );

type Services = Parameters<typeof beginApp>[0];

const clockHint =
  "Please enter the one that your app shows now. If it keeps being refused, check that your phone sets its clock automatically.";

/** Makes one change; returns the word that confirms it, or an answer that stays on the page. */
async function change(
  services: Services,
  account: StaffAccount,
  { intent = "", ...fields }: Record<string, string>,
): Promise<keyof typeof saidOf | SecurityAnswer> {
  switch (intent) {
    case "app-begin":
      await beginApp(services, account);
      return "begun";
    case "app-cancel":
      await cancelApp(services, account);
      return "begun";
    case "app-confirm": {
      const { isRight, codes } = await confirmApp(services, account, fields.code ?? "");
      if (!isRight) return { intent, errors: { code: [`${wrongCode} ${clockHint}`] } };
      return codes ? { intent, codes } : "app";
    }
    case "app-remove":
      await removeApp(services, account);
      return "app-removed";
    case "passkey-add": {
      const { name, error } = checkPasskeyName(fields.name);
      if (name === undefined) return { intent, errors: { name: [error] } };
      const codes = await addPasskey(services, account, { name, sent: fields.passkey ?? "" });
      return codes ? { intent, codes } : "passkey";
    }
    case "passkey-remove":
      await removePasskey(services, account, fields.id ?? "");
      return "passkey-removed";
    case "codes":
      return { intent, codes: await makeRecoveryCodes(services, account) };
    case "session":
      await endSessions(services.db, account, fields.id ?? "");
      return "ended";
    case "sessions":
      await endSessions(services.db, account, null);
      return "ended";
    default:
      return { intent, message: securityFailed };
  }
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<SecurityAnswer>(sent, {
    failed: ({ intent = "" }) => ({ intent, message: securityFailed }),
    looksAgain: () => true,
  });

const saidOf = {
  begun: "",
  app: "Authenticator app added",
  "app-removed": "Authenticator app removed",
  passkey: "Passkey added",
  "passkey-removed": "Passkey removed",
  ended: "Signed out there",
};

const doneParameters = ["saved"];

/** The user's sign-in: second factor, sessions, and history. */
export default function Security({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { mustSetUp, factors, pending, sessions, history, saved, thisBrowser } = loaderData;
  // Codes can't be shown again, so keep them when the page's data reloads.
  const [codes, setCodes] = useState(answer?.codes);
  if (answer?.codes && answer.codes !== codes) setCodes(answer.codes);
  const said = ownEntry(saidOf, saved);
  return (
    <>
      <PageHeader title={securityPage.label} />
      {said && <FlashMessage title={said} parameters={doneParameters} className="mt-6" />}
      <div className="mt-8 max-w-2xl">
        {mustSetUp && !codes && (
          <Notice title="Set up a second factor to go on" className="mb-8">
            Staff here sign in with their password and something that they have: a phone or a
            passkey. Set up one of them, and the back office is yours.
          </Notice>
        )}
        {codes && <NewCodes codes={codes} canGoOn={!mustSetUp || factors !== null} />}
        {answer?.message && <Notice tone="error" title={answer.message} className="mb-8" />}
        {factors ? (
          <>
            <AppPanel since={factors.appSince} pending={pending} answer={answer} />
            <PasskeysPanel
              passkeys={factors.passkeys}
              suggestedName={thisBrowser}
              answer={answer}
            />
            {(factors.appSince || factors.passkeys.length > 0) && (
              <CodesPanel left={factors.codesLeft} />
            )}
          </>
        ) : (
          <LoadFailure message="How you sign in could not be loaded. Please try again." />
        )}
        <section className="mt-10 border-t border-ink pt-4">
          <h2 className="text-title">Password</h2>
          <p className="mt-2 text-ink-soft">A new one signs you out on every other device.</p>
          <ButtonLink to="/dashboard/account/password" variant="secondary" className="mt-4">
            Change password
          </ButtonLink>
        </section>
        {sessions ? (
          <SessionsPanel sessions={sessions} />
        ) : (
          <LoadFailure message="Your sessions could not be loaded. Please try again." />
        )}
        {!mustSetUp && <HistoryList entries={history} className="mt-12" />}
      </div>
    </>
  );
}

function SessionsPanel({ sessions }: { sessions: OpenSession[] }) {
  return (
    <Section
      id="sessions"
      title="Where you are signed in"
      className="mt-10 border-t border-ink pt-4"
    >
      <ul className="mt-4 border-t border-rule">
        {sessions.map(({ id, browser, network, openedAt, seenAt, isOwn }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-3"
          >
            <div className="min-w-0">
              <p className="font-semibold">
                {browser}
                {isOwn && <span className="font-normal text-ink-soft"> (this browser)</span>}
              </p>
              <p className="text-sm text-ink-soft">
                {network && `Network ${network}, `}
                last used <Moment at={seenAt} time />, signed in <Moment at={openedAt} time />
              </p>
            </div>
            {!isOwn && (
              <Form method="post" replace preventScrollReset>
                <input type="hidden" name="id" value={id} />
                <Button type="submit" name="intent" value="session" variant="secondary" size="sm">
                  Sign out
                  <span className="sr-only"> there: {browser}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" replace preventScrollReset className="mt-4">
          <Button type="submit" name="intent" value="sessions" variant="secondary">
            Sign out everywhere else
          </Button>
        </Form>
      )}
    </Section>
  );
}
