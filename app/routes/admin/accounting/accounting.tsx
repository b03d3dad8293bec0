import { data, Form, redirect } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { DownloadLink } from "#app/components/download/download-link.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { SkippedNotice } from "#app/domain/documents/skipped-notice.tsx";
import { listSkippedNumbers } from "#app/domain/documents/skipped-numbers.server.ts";
import {
  accountingSubject,
  countUnexported,
  getAccountingSettings,
  listAccountingBatches,
  makeAccountingBatch,
  updateAccountingSettings,
} from "#app/features/accounting/accounting-batches.server.ts";
import {
  type AccountingBatch,
  type AccountingProgram,
  mostPerFile,
} from "#app/features/accounting/accounting-files.ts";
import { checkAccountingSettings } from "#app/features/accounting/accounting-settings.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { staffRequest, staffWith } from "#app/guards/guards.server.ts";
import { proofFor } from "#app/guards/recent-proof.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import type { TwoWayPage } from "#app/lib/page-of-rows.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { ListPages, pageWanted } from "#app/routes/list-pages.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/accounting.ts";
import { BookNames } from "./book-names.tsx";

const address = "/admin/exports/accounting";

const programs: { program: AccountingProgram; name: string; help: string }[] = [
  {
    program: "quickbooks",
    name: "QuickBooks Online",
    help: `Turn on custom transaction numbers there first, or QuickBooks renumbers the invoices. A file holds at most ${mostPerFile.quickbooks} of them.`,
  },
  {
    program: "xero",
    name: "Xero",
    help: `Import as sales invoices, prices exclusive of tax. A file holds at most ${mostPerFile.xero}; credit notes have negative prices.`,
  },
];

const failed = "The batch could not be made. Please try again.";

const settingsFailed = "The names could not be saved. Please try again.";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Accounting");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log, staff } = staffRequest(context, "money");
  const [settings, batches, waiting, history, skipped] = await Promise.all([
    orNull(getAccountingSettings(db, staff), log, "load the accounting settings"),
    orNull(listAccountingBatches(db, staff, pageWanted(url)), log, "list the accounting batches"),
    orNull(
      Promise.all(programs.map(({ program }) => countUnexported(db, staff, program))),
      log,
      "count what is not exported",
    ),
    orNull(listHistory(db, staff, accountingSubject), log, "load a history"),
    orNull(listSkippedNumbers(db, staff), log, "list skipped numbers"),
  ]);
  const made = url.searchParams.get("made");
  return data(
    {
      settings,
      batches,
      waiting,
      history,
      skipped,
      today: pacificDay(new Date()),
      wasSaved: url.searchParams.has("saved"),
      made: batches?.rows.find(({ id }) => id === made) ?? null,
    },
    statusOf(settings, batches, waiting),
  );
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    {
      failed: failedWith,
      log: "making a batch or naming things for the books failed",
      facts: ({ intent }) => ({ intent }),
      proof: proofFor(({ intent }) => intent === "settings"),
    },
    async (fields, { db }) => {
      const staff = staffWith(args.context, "money");
      if (fields.intent === "settings") {
        await updateAccountingSettings(db, staff, accepted(checkAccountingSettings(fields)));
        return redirect(`${address}?saved`);
      }
      const program = programs.find((one) => one.program === fields.program);
      const until = dayIn(fields.until ?? "");
      if (!program) throw new Refusal("invalid", "Please choose a program.");
      if (!until) throw new Refusal("invalid", "Please enter a day, for instance 2026-11-30.");
      const batch = await makeAccountingBatch(db, staff, { program: program.program, until });
      if (batch) return redirect(`${address}?made=${batch.id}`);
      throw new Refusal("nothing new", `${program.name} has everything issued until then.`);
    },
  );

function failedWith({ intent }: Record<string, string>): string {
  return intent === "settings" ? settingsFailed : failed;
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, {
    failed: (values) => ({ message: failedWith(values), values }),
  });

const doneParameters = ["saved", "made"];

export default function Accounting({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { settings, batches, waiting, history, today, wasSaved, made, skipped } = loaderData;
  const ofSettings = answer?.values?.intent === "settings" ? answer : undefined;
  const ofBatch = ofSettings ? undefined : answer;
  return (
    <>
      <PageHeader
        before={<BackLink to="/admin/invoices" where="to the invoices" />}
        title="Accounting"
      />
      <SkippedNotice ranges={skipped} />
      {wasSaved && (
        <FlashMessage title="Names saved" parameters={doneParameters} className="mt-6" />
      )}
      {made && (
        <FlashMessage
          title={`Batch ${made.number} made: ${inDocuments(made.documents)}`}
          parameters={doneParameters}
          className="mt-6"
        />
      )}
      {ofBatch?.message && <Notice tone="error" title={ofBatch.message} className="mt-6" />}
      <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-2">
        {programs.map(({ program, name, help }, index) => (
          <section key={program} className="border-t border-ink pt-4">
            <h2 className="text-title">{name}</h2>
            <p className="mt-2 text-ink-soft">{help}</p>
            <MakeBatch
              program={program}
              waiting={waiting?.[index] ?? null}
              until={ofBatch?.values?.program === program ? ofBatch.values.until : undefined}
              today={today}
            />
          </section>
        ))}
      </div>
      <Batches batches={batches} />
      <OtherPrograms />
      <section className="mt-10 max-w-3xl border-t border-ink pt-4">
        <h2 className="text-title">Names in your books</h2>
        {settings ? (
          <BookNames settings={settings} answer={ofSettings} />
        ) : (
          <LoadFailure message="The names could not be loaded. Please try again." />
        )}
      </section>
      <HistoryList entries={history} className="mt-12 max-w-3xl" />
    </>
  );
}

interface MakeBatchProps {
  program: AccountingProgram;
  /** Documents that the program does not have; null if unknown. */
  waiting: number | null;
  until: string | undefined;
  today: string;
}

function MakeBatch({ program, waiting, until, today }: MakeBatchProps) {
  return (
    <Form method="post" replace preventScrollReset className="mt-4">
      <input type="hidden" name="intent" value="batch" />
      {waiting !== null && (
        <p className="font-semibold">
          {waiting === 0 ? "Everything is exported." : `${inDocuments(waiting)} not exported yet.`}
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-end gap-4">
        <TextField
          type="date"
          name="until"
          label="Issued until"
          defaultValue={until ?? today}
          required
          className="w-48"
        />
        <SubmitButton name="program" value={program}>
          Make the next batch
        </SubmitButton>
      </div>
    </Form>
  );
}

const asCursor = (batch: AccountingBatch | undefined) =>
  batch && { at: batch.createdAt, id: batch.id };

function Batches({ batches }: { batches: TwoWayPage<AccountingBatch> | null }) {
  return (
    <section className="mt-10">
      <h2 className="mb-4 text-title">Batches</h2>
      {!batches ? (
        <LoadFailure message="The batches could not be loaded. Please try again." />
      ) : batches.rows.length === 0 ? (
        <EmptyState title="No batches yet">
          <p>A batch holds what was issued since the last one. It stays here, byte for byte.</p>
        </EmptyState>
      ) : (
        <>
          <Table
            label="Batches"
            columns={["Batch", "Made", { head: "Documents", numeric: true }, "Files"]}
          >
            {batches.rows.map(({ id, program, number, createdAt, documents, files }) => (
              <tr key={id} className="border-t border-rule">
                <Th scope="row" className="whitespace-nowrap">
                  {programs.find((one) => one.program === program)?.name} {number}
                </Th>
                <Td className="whitespace-nowrap">
                  <Moment at={createdAt} time />
                </Td>
                <Td numeric>{documents}</Td>
                <Td>
                  <ul className="flex flex-col">
                    {files.map((file) => (
                      <li key={file}>
                        <a
                          href={`${address}/${id}/${file}`}
                          className="link inline-flex min-h-11 items-center"
                        >
                          {file}
                        </a>
                      </li>
                    ))}
                  </ul>
                </Td>
              </tr>
            ))}
          </Table>
          <ListPages
            label="Pages of batches"
            hasNewer={batches.hasNewer}
            hasOlder={batches.hasMore}
            first={asCursor(batches.rows[0])}
            last={asCursor(batches.rows.at(-1))}
          />
        </>
      )}
    </section>
  );
}

const lists = [
  { list: "invoices", label: "Invoices" },
  { list: "document-lines", label: "Lines of invoices and credit notes" },
  { list: "payments", label: "Payments" },
  { list: "ledger", label: "Ledger" },
];

function OtherPrograms() {
  return (
    <section className="mt-10 border-t border-ink pt-4">
      <h2 className="text-title">Any other program</h2>
      <p className="mt-2 text-ink-soft">Whole lists, as they stand now.</p>
      <p className="mt-4 flex flex-wrap gap-3">
        {lists.map(({ list, label }) => (
          <DownloadLink
            key={list}
            href={`/admin/exports/${list}.csv`}
            className={buttonClass({ variant: "secondary" })}
          >
            {label}
          </DownloadLink>
        ))}
      </p>
    </section>
  );
}

function inDocuments(count: number): string {
  return count === 1 ? "1 document" : `${count} documents`;
}
