import { data, redirect } from "react-router";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Sum, Sums } from "#app/components/page/sums.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import type { FileOutcome } from "#app/features/collecting/bank/bank-file.ts";
import {
  checkColumns,
  columnsFields,
  guessColumns,
  readRow,
} from "#app/features/collecting/bank/columns.ts";
import { getBankFile, saveColumns } from "#app/features/collecting/bank/imports.server.ts";
import { staffRequest, staffWith } from "#app/guards/guards.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { lookUp } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/file.ts";
import { bankFilePage, bankPage } from "./bank-addresses.ts";
import { ColumnsForm } from "./columns-form.tsx";

const failed = "The file could not be read. Please try again.";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.file?.fileName ?? "Bank file");

/** While previewed, the columns come from the URL, otherwise from storage or a guess. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, log, staff } = staffRequest(context, "money");
  const found = await lookUp(getBankFile(db, staff, params.id), log, "load a bank's file");
  const { value: file, isMissing, status } = found;
  if (!file) {
    const facts = { file, isMissing, columns: null, wasSaved: false };
    return data(facts, { status });
  }
  const isPreview = url.searchParams.has("date");
  const fields: Record<string, string> = isPreview
    ? Object.fromEntries(url.searchParams)
    : columnsFields(file.columns ?? guessColumns(file.head, file.samples));
  const { data: chosen, refused } = checkColumns(fields, file.head);
  const today = pacificDay(new Date());
  const preview = chosen ? file.samples.map((cells) => readRow(cells, chosen, today)) : null;
  const columns = { fields, preview, errors: isPreview ? refused?.errors : undefined };
  return data({ file, isMissing: false, columns, wasSaved: url.searchParams.has("saved") });
}

export const action = (args: Route.ActionArgs) =>
  answerForm(args, { failed, log: "reading a bank's file failed" }, async (values, { db }) => {
    const staff = staffWith(args.context, "money");
    const file = await getBankFile(db, staff, args.params.id);
    if (!file) throw new Refusal("gone", "This file no longer exists.");
    await saveColumns(db, staff, file.id, accepted(checkColumns(values, file.head)));
    return redirect(
      file.outcome ? `${bankFilePage(file.id)}?saved` : `${bankPage}?file=${file.id}`,
    );
  });

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, { failed });

const doneParameters = ["saved"];

/** A bank's file: the meaning of its columns, and its rows as read. */
export default function File({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { file, isMissing, columns, wasSaved } = loaderData;
  const back = <BackLink to={bankPage} where="to the bank import" />;
  if (!file || !columns) {
    return (
      <>
        <PageHeader before={back} title={isMissing ? "File not found" : "Bank file"} />
        <div className="mt-8">
          {isMissing ? (
            <EmptyState titleAs="h2" title="It may have expired" underHead>
              <p>Files with unnamed columns are removed after a month.</p>
            </EmptyState>
          ) : (
            <LoadFailure message="The file could not be loaded. Please try again." />
          )}
        </div>
      </>
    );
  }
  const { fileName, outcome, head, samples, counts } = file;
  return (
    <>
      <PageHeader
        before={back}
        title={<span className="wrap-anywhere">{fileName}</span>}
        lede={
          !outcome &&
          "We haven’t seen these headings before. Say once what the columns mean, and later files are read automatically."
        }
        actions={
          counts.open > 0 && (
            <SecondaryLink to={bankPage}>
              Review {counts.open} {counts.open === 1 ? "payment" : "payments"}
            </SecondaryLink>
          )
        }
      />
      {wasSaved && (
        <FlashMessage title="Columns saved" parameters={doneParameters} className="mt-6" />
      )}
      {outcome && <Outcome outcome={outcome} />}
      {head.length > 0 && (
        <section className="mt-10">
          <h2 className="text-title">Columns</h2>
          {outcome && (
            <p className="mt-2 max-w-2xl text-ink-soft">
              These apply to all files with these headings. If you change them, payments to review
              are read again; applied ones stay. Upload the file again for unreadable rows.
            </p>
          )}
          <ColumnsForm
            head={head}
            samples={samples}
            {...columns}
            isRead={outcome !== null}
            answer={answer}
          />
        </section>
      )}
    </>
  );
}

function Outcome({ outcome }: { outcome: FileOutcome }) {
  const { added, known, outgoing, refused, problems } = outcome;
  return (
    <>
      <Sums>
        <Sum label="New">{added}</Sum>
        <Sum label="Duplicates">{known}</Sum>
        <Sum label="Outgoing">{outgoing}</Sum>
        <Sum label="Unreadable" isBad={refused > 0}>
          {refused}
        </Sum>
      </Sums>
      {problems.length > 0 && (
        <section className="mt-10">
          <h2 className="mb-4 text-title">Unreadable rows</h2>
          <Table label="Unreadable rows" columns={["Line", "Why"]}>
            {problems.map(({ line, problem }) => (
              <tr key={line}>
                <Th scope="row">{line}</Th>
                <Td className="w-full wrap-anywhere">{problem}</Td>
              </tr>
            ))}
          </Table>
          {refused > problems.length && (
            <p className="mt-3 text-ink-soft">And {refused - problems.length} more.</p>
          )}
        </section>
      )}
    </>
  );
}
