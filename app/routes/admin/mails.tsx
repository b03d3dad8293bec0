import { data, Form, Link, redirect, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmailField } from "#app/components/form/field.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Section } from "#app/components/page/section.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { resetRequestForm } from "#app/domain/accounts/credentials/auth-forms.ts";
import { listUnmailed, type UnmailedClient } from "#app/domain/mail/addressees.server.ts";
import {
  type FailedMail,
  listFailedMails,
  listWaitingMails,
  listWrittenMails,
  redirectFailedMail,
  removeFailedMail,
  retryFailedMail,
  triedForInWords,
  type WaitingMail,
  type WrittenMail,
} from "#app/domain/mail/failed-mails.server.ts";
import { adminContext, adminRequest } from "#app/guards/guards.server.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "../load-failure.tsx";
import { signedInMeta } from "../signed-in-page.tsx";
import type { Route } from "./+types/mails.ts";
import { NoRows } from "./no-rows.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Undelivered mail");

const failed = "The change could not be saved. Please try again.";
const gone = "This email is no longer in the list, or can’t be sent there.";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log, admin } = adminRequest(context);
  const [mails, waiting, written, unmailed] = await Promise.all([
    orNull(listFailedMails(db, admin), log, "list the mails that were given up"),
    orNull(listWaitingMails(db, admin), log, "list the mails that wait"),
    orNull(listWrittenMails(db, admin), log, "list the mails that became files"),
    orNull(listUnmailed(db, admin), log, "list whom we cannot mail"),
  ]);
  const shown = { mails, waiting, written, unmailed, triedFor: triedForInWords };
  return data(shown, statusOf(mails, waiting, written, unmailed));
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    {
      failed,
      log: "changing an undelivered mail failed",
      facts: ({ id }) => ({ mailId: id }),
    },
    async (fields, { db }) => {
      const admin = args.context.get(adminContext);
      const { id = "", intent } = fields;
      const to = checkForm(resetRequestForm, fields);
      if (intent === "redirect" && to.refused) {
        throw new Refusal("invalid", "Enter the email address to send it to.");
      }
      const changes = new Map<string | undefined, () => Promise<boolean>>([
        ["retry", () => retryFailedMail(db, admin, id)],
        ["remove", () => removeFailedMail(db, admin, id)],
        ["redirect", () => redirectFailedMail(db, admin, id, to.data?.email ?? "")],
      ]);
      const change = changes.get(intent);
      if (!change) throw new Refusal("invalid", failed);
      if (!(await change())) throw new Refusal("changed", gone);
      return redirect("/admin/mails");
    },
  );

const words = {
  title: "No undelivered mail",
  all: "All undelivered mail",
  searched: "",
};

const nothingYet = (triedFor: string) =>
  `Emails that a server refuses, or that cannot be delivered within ${triedFor}, appear here.`;

export default function Mails({ loaderData, actionData }: Route.ComponentProps) {
  const { mails, waiting, written, unmailed, triedFor } = loaderData;
  return (
    <>
      <PageHeader title="Undelivered mail" />
      {actionData && (
        <div className="mt-6" role="alert">
          <Notice tone="error" title={actionData.message} />
        </div>
      )}
      <div className="mt-8">
        {!mails ? (
          <LoadFailure message="The undelivered mail could not be loaded. Please try again." />
        ) : mails.length === 0 ? (
          <NoRows
            to="/admin/mails"
            isSearched={false}
            words={{ ...words, empty: nothingYet(triedFor) }}
          />
        ) : (
          <MailsTable mails={mails} />
        )}
      </div>
      <Waiting mails={waiting} triedFor={triedFor} />
      <Written mails={written} />
      <Unmailed clients={unmailed} />
    </>
  );
}

function Waiting({ mails, triedFor }: { mails: WaitingMail[] | null; triedFor: string }) {
  return (
    <Section id="waiting" title="Waiting" look="ruled" className="mt-12">
      {!mails ? (
        <LoadFailure message="The waiting mail could not be loaded. Please try again." />
      ) : mails.length === 0 ? (
        <p className="mt-2 text-ink-soft">No email waits to be delivered.</p>
      ) : (
        <>
          <p className="mt-2 max-w-2xl text-ink-soft">
            These are retried automatically, for {triedFor} at most.
          </p>
          <ul className="mt-3 border-t border-rule">
            {mails.map(({ id, subject, recipient, createdAt, attempts, lastError }) => (
              <li key={id} id={`mail-${id}`} className="scroll-mt-24 border-b border-rule py-3">
                <p className="font-semibold wrap-anywhere">{subject}</p>
                <p className="text-sm wrap-anywhere text-ink-soft">
                  To {recipient}, <Moment at={createdAt} />, tried{" "}
                  {attempts === 1 ? "once" : `${attempts} times`}
                </p>
                {lastError && <p className="text-sm wrap-anywhere text-ink-soft">{lastError}</p>}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

/** Emails that a shop without a mail server wrote to files; renders nothing without any. */
function Written({ mails }: { mails: WrittenMail[] | null }) {
  if (mails?.length === 0) return null;
  return (
    <Section id="written" title="Written to files" look="ruled" className="mt-12">
      {!mails ? (
        <LoadFailure message="The mail in files could not be loaded. Please try again." />
      ) : (
        <>
          <p className="mt-2 max-w-2xl text-ink-soft">
            The shop ran without a mail server (SMTP_URL), so nobody got these. The files are in the
            folder “outbox” of the shop’s data, and open in any mail program.
          </p>
          <ul className="mt-3 border-t border-rule">
            {mails.map(({ id, subject, recipient, createdAt, file }) => (
              <li key={id} id={`mail-${id}`} className="scroll-mt-24 border-b border-rule py-3">
                <p className="font-semibold wrap-anywhere">{subject}</p>
                <p className="text-sm wrap-anywhere text-ink-soft">
                  To {recipient}, <Moment at={createdAt} />, written to a file
                </p>
                <p className="text-sm wrap-anywhere text-ink-soft">{file}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function Unmailed({ clients }: { clients: UnmailedClient[] | null }) {
  return (
    <Section id="unmailed" title="Whom we cannot mail" look="ruled" className="mt-12">
      <p className="mt-2 max-w-2xl text-ink-soft">
        {clients?.length === 0
          ? "Every client’s address is confirmed, or was entered by your staff."
          : "These clients get no email about their orders: no confirmation, no invoice, no “on the way”."}
      </p>
      {!clients ? (
        <LoadFailure message="The clients could not be loaded. Please try again." />
      ) : (
        <ul className="mt-3 border-t border-rule">
          {clients.map(({ id, listedName, email }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-3"
            >
              <div className="min-w-0">
                <Link to={`/admin/clients/${id}`} className="link font-semibold wrap-anywhere">
                  {listedName || "Unknown Client"}
                </Link>
                <p className="text-sm wrap-anywhere text-ink-soft">
                  {email ? `${email}, not confirmed` : "No login"}
                </p>
              </div>
              {email && (
                <ButtonLink to={`/admin/clients/${id}/email`} variant="secondary" size="sm">
                  Confirm or change<span className="sr-only"> {email}</span>
                </ButtonLink>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function MailsTable({ mails }: { mails: FailedMail[] }) {
  return (
    <Table
      label="Undelivered mail"
      columns={["Email", { head: "Reason", className: "hidden md:table-cell" }, "Actions"]}
    >
      {mails.map((mail) => (
        <tr key={mail.id} id={`mail-${mail.id}`} className="scroll-mt-24">
          <Th scope="row">
            <span className="block break-words">{mail.subject}</span>
            <span className="block break-all text-sm font-normal text-ink-soft">
              To {mail.recipient}
            </span>
            <Moment
              at={mail.createdAt}
              className="block text-sm font-normal whitespace-nowrap text-ink-soft"
            />
            <span className="mt-1 block break-words text-sm font-normal text-ink-soft md:hidden">
              {mail.lastError}
            </span>
          </Th>
          <Td className="hidden max-w-96 break-words text-ink-soft md:table-cell">
            {mail.lastError}
          </Td>
          <Td>
            <MailActions mail={mail} />
          </Td>
        </tr>
      ))}
    </Table>
  );
}

function MailActions({ mail }: { mail: FailedMail }) {
  const { formData } = useNavigation();
  const isPending = (intent: string) =>
    formData?.get("id") === mail.id && formData.get("intent") === intent;
  const about = <span className="sr-only"> {mail.subject}</span>;
  return (
    <>
      {!mail.expires && <SendElsewhere mail={mail} pending={isPending("redirect")} />}
      <Form method="post" className="flex flex-wrap gap-3" preventScrollReset>
        <input type="hidden" name="id" value={mail.id} />
        {!mail.isExpired && (
          <Button type="submit" name="intent" value="retry" size="sm" pending={isPending("retry")}>
            Send again{about}
          </Button>
        )}
        <Button
          type="submit"
          name="intent"
          value="remove"
          size="sm"
          variant="secondary"
          pending={isPending("remove")}
        >
          Remove{about}
        </Button>
      </Form>
    </>
  );
}

/** Form to resend an email to a corrected address. */
function SendElsewhere({ mail, pending }: { mail: FailedMail; pending: boolean }) {
  return (
    <Form method="post" className="mb-3 flex flex-wrap items-end gap-3" preventScrollReset>
      <input type="hidden" name="id" value={mail.id} />
      <EmailField label="Send it to another address" name="email" autoComplete="off" />
      <Button
        type="submit"
        name="intent"
        value="redirect"
        size="sm"
        variant="secondary"
        pending={pending}
      >
        Send there<span className="sr-only"> {mail.subject}</span>
      </Button>
    </Form>
  );
}
