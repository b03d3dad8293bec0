import { data, Form, redirect, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { requestContext } from "#app/context.server.ts";
import { adminContext } from "#app/features/auth/guards.server.ts";
import {
  type FailedMail,
  listFailedMails,
  removeFailedMail,
  retryFailedMail,
} from "#app/features/mail/failed-mails.server.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "../load-failure.tsx";
import { signedInMeta } from "../signed-in-page.tsx";
import type { Route } from "./+types/mails.ts";
import { NoRows } from "./no-rows.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Undelivered mail");

const failed = "The change could not be saved. Please try again.";
const gone = "This e-mail is no longer in the list.";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const mails = await orNull(
    listFailedMails(db, context.get(adminContext)),
    log,
    "list the mails that were given up",
  );
  return data({ mails }, statusOf(mails));
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, log } = context.get(requestContext);
  const admin = context.get(adminContext);
  const { id = "", intent } = await formFields(request);
  const change = { retry: retryFailedMail, remove: removeFailedMail }[String(intent)];
  if (!change) return data({ message: failed }, { status: 400 });
  try {
    if (!(await change(db, admin, id))) return data({ message: gone }, { status: 409 });
  } catch (error) {
    log.error({ err: error, mailId: id }, "changing an undelivered mail failed");
    return data({ message: failed }, { status: 503 });
  }
  return redirect("/admin/mails");
}

const words = {
  title: "No undelivered mail",
  all: "All undelivered mail",
  searched: "",
  empty:
    "E-mails that a server refuses, or that cannot be delivered within four days, appear here.",
};

/** Failed mails: the owner fixes the address with the client, or sends them again. */
export default function Mails({ loaderData: { mails }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader size="compact" title="Undelivered mail" />
      {actionData && (
        <div className="mt-6" role="alert">
          <Notice tone="error" title={actionData.message} />
        </div>
      )}
      <div className="mt-8">
        {!mails ? (
          <LoadFailure message="The undelivered mail could not be loaded. Please try again." />
        ) : mails.length === 0 ? (
          <NoRows to="/admin/mails" isSearched={false} words={words} />
        ) : (
          <MailsTable mails={mails} />
        )}
      </div>
    </>
  );
}

function MailsTable({ mails }: { mails: FailedMail[] }) {
  return (
    <Table label="Undelivered mail">
      <thead>
        <tr>
          <Th>E-mail</Th>
          <Th className="hidden md:table-cell">Reason</Th>
          <Th>Actions</Th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <tr key={mail.id}>
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
      </tbody>
    </Table>
  );
}

function MailActions({ mail }: { mail: FailedMail }) {
  const { formData } = useNavigation();
  const isPending = (intent: string) =>
    formData?.get("id") === mail.id && formData.get("intent") === intent;
  const about = <span className="sr-only"> {mail.subject}</span>;
  return (
    <Form method="post" className="flex flex-wrap gap-3" preventScrollReset>
      <input type="hidden" name="id" value={mail.id} />
      <Button type="submit" name="intent" value="retry" size="sm" pending={isPending("retry")}>
        Send again{about}
      </Button>
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
  );
}
