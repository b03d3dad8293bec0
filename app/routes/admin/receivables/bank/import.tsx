import { useState } from "react";
import { data, redirect } from "react-router";
import { FileOrRows } from "#app/components/form/file-or-rows.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { LinkTabs, tabId } from "#app/components/page/link-tabs.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Pagination } from "#app/components/page/pagination.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import type { MetaPlace } from "#app/domain/settings/use-company.ts";
import {
  type BankFile,
  maxFileBytes,
  maxFileRows,
  outcomeInWords,
  rowStateIn,
} from "#app/features/collecting/bank/bank-file.ts";
import { withProposals } from "#app/features/collecting/bank/decide.server.ts";
import {
  type RowAnswer,
  rowActions,
  rowDoneText,
  rowFailed,
} from "#app/features/collecting/bank/decide-form.ts";
import {
  getBankFile,
  listBankFiles,
  storeBankFile,
} from "#app/features/collecting/bank/imports.server.ts";
import { countBankRows, listBankRows } from "#app/features/collecting/bank/rows.server.ts";
import { staffRequest, staffWith } from "#app/guards/guards.server.ts";
import { megabytes } from "#app/lib/in-words.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { type BankRowState, bankRowStates } from "#db/schema/values/money.ts";
import { NoRows } from "../../no-rows.tsx";
import { pageNumberIn } from "../receivables.tsx";
import type { Route } from "./+types/import.ts";
import { afterUpload, bankFilePage, bankListAddress, bankPage } from "./bank-addresses.ts";
import { BankFiles } from "./bank-files.tsx";
import { BankRows } from "./bank-rows.tsx";
import { decideRow, rowForm } from "./row-action.server.ts";

export const meta = (args: MetaPlace) => signedInMeta(args, "Bank import");

const viewText: Record<BankRowState, string> = {
  open: "To review",
  booked: "Applied",
  ignored: "Ignored",
};

const nothing: Record<BankRowState, string> = {
  open: "Payments of the files that you upload appear here, unless they match an invoice exactly.",
  booked: "Payments appear here as soon as they are booked for a client.",
  ignored: "Money that isn’t a client’s payment, such as interest, can be ignored.",
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log, staff } = staffRequest(context, "money");
  const state = rowStateIn(url.searchParams.get("view"));
  const page = pageNumberIn(url);
  const fileId = url.searchParams.get("file") ?? "";
  const done = url.searchParams.get("done");
  const listed = listBankRows(db, staff, { state, page }).then(async ({ rows, hasMore }) => ({
    rows: await withProposals(db, staff, state === "open" ? rows : []),
    decided: state === "open" ? [] : rows,
    hasMore,
  }));
  const [list, counts, files, file] = await Promise.all([
    orNull(listed, log, "list the bank's rows"),
    orNull(countBankRows(db, staff), log, "count the bank's rows"),
    orNull(listBankFiles(db, staff), log, "list the bank's files"),
    orNull(getBankFile(db, staff, fileId), log, "load a bank's file"),
  ]);
  const uploaded = file?.outcome ? { ...file, outcome: file.outcome } : null;
  const said = rowActions.find((intent) => intent === done);
  return data({ list, counts, files, uploaded, state, page, said }, statusOf(list, files));
}

export const action = (args: Route.ActionArgs) =>
  answerForm<RowAnswer>(args, rowForm, async (fields, services) => {
    const staff = staffWith(args.context, "money");
    // Rows pasted into a field, for users without JavaScript or a file.
    if (fields.intent === "paste") {
      const pasted = { name: "Pasted rows", content: Buffer.from(fields.rows ?? "") };
      return redirect(afterUpload(await storeBankFile(services.db, staff, pasted)));
    }
    const query = new URLSearchParams(args.url.searchParams);
    query.delete("index");
    query.set("done", await decideRow(services, staff, fields));
    return redirect(`${bankPage}?${query}`);
  });

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<RowAnswer>(sent, {
    failed: (values) => ({ message: rowFailed, values, rowId: values.rowId }),
    looksAgain: () => true,
  });

const doneParameters = ["done"];

const panelId = "bank-rows";

/** Incoming payments from a bank's files: who paid them, and for what. */
export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { list, counts, files, uploaded, state, page, said } = loaderData;
  // The router drops a form's answer when the page revalidates.
  const [answer, setAnswer] = useState<RowAnswer | undefined>(actionData);
  if (actionData && actionData !== answer) setAnswer(actionData);
  const isOfPaste = answer?.values?.intent === "paste";
  const tabs = bankRowStates.map((id) => ({
    id,
    label: counts ? `${viewText[id]} (${counts[id]})` : viewText[id],
    to: bankListAddress(id),
  }));
  return (
    <>
      <PageHeader
        before={<BackLink to="/admin/receivables" where="to the receivables" />}
        title="Bank import"
        lede="Upload what came in, as CSV from online banking. Payments that match an open invoice exactly are applied at once; the others wait below for review."
      />
      {said && (
        <FlashMessage title={rowDoneText[said]} parameters={doneParameters} className="mt-6" />
      )}
      <section className="mt-8">
        <FileOrRows
          label="CSV file from the bank"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          hint={`Up to ${megabytes(maxFileBytes)} and ${maxFileRows.toLocaleString("en-CA")} rows, with a row of headings. Sending a file again adds nothing twice.`}
          rowsHint="As in the CSV file, or copied from a spreadsheet"
          addressOf={(name) => `/api/bank-files?${new URLSearchParams({ name })}`}
          answer={isOfPaste ? answer : undefined}
        />
      </section>
      {uploaded && <Outcome file={uploaded} />}
      <LinkTabs
        label="Which payments"
        tabs={tabs}
        value={state}
        panelId={panelId}
        className="mt-10"
      />
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, state)} className="pt-2">
        {!list ? (
          <LoadFailure message="The payments could not be loaded. Please try again." />
        ) : list.rows.length + list.decided.length === 0 ? (
          <div className="pt-6">
            <NoRows
              to={bankPage}
              isSearched={page > 1}
              words={{
                title: state === "open" ? "Nothing to review" : "None",
                all: "The first page",
                searched: "There are no payments on this page.",
                empty: nothing[state],
              }}
            />
          </div>
        ) : (
          <>
            <BankRows
              rows={list.rows}
              decided={list.decided}
              answer={isOfPaste ? undefined : answer}
            />
            <Pagination
              label="Pages of payments"
              prevHref={page > 1 ? bankListAddress(state, page - 1) : null}
              nextHref={list.hasMore ? bankListAddress(state, page + 1) : null}
            />
          </>
        )}
      </div>
      <BankFiles files={files} />
    </>
  );
}

function Outcome({ file }: { file: BankFile & { outcome: NonNullable<BankFile["outcome"]> } }) {
  const { id, fileName, outcome, counts } = file;
  const { booked, open } = counts;
  return (
    <Notice
      tone="success"
      className="mt-6"
      title={
        <span className="break-words">
          {fileName}: {outcomeInWords(outcome)}
        </span>
      }
    >
      {outcome.added > 0 && (
        <p>
          Of the new ones, {booked} {booked === 1 ? "is" : "are"} applied and {open}{" "}
          {open === 1 ? "is" : "are"} to review.
        </p>
      )}
      {outcome.refused > 0 && (
        <p>
          <TextLink to={bankFilePage(id)}>See the unreadable rows</TextLink>
        </p>
      )}
    </Notice>
  );
}
