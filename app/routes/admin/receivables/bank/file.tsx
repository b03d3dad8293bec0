import { data, Link, redirect } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Sum, Sums } from "#app/components/page/sums.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { SaidOnce } from "#app/components/toast/said-once.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffWith } from "#app/features/auth/guards.server.ts";
import type { FileOutcome } from "#app/features/receivables/bank/bank-file.ts";
import {
  checkColumns,
  columnsFields,
  guessColumns,
  readRow,
} from "#app/features/receivables/bank/columns.ts";
import { getBankFile, saveColumns } from "#app/features/receivables/bank/imports.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { sendForm } from "#app/lib/form/send-form.ts";
import { type FormAnswer, formFields, textsOf } from "#app/lib/form/submitted-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/file.ts";
import { bankFilePage, bankPage } from "./bank-addresses.ts";
import { ColumnsForm } from "./columns-form.tsx";

const failed = "The file could not be read. Please try again.";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.file?.fileName ?? "File of the bank");

/** The columns are those in the address, where somebody tries them, or the stored ones, or a guess. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "money");
  const found = await orNull(
    getBankFile(db, staff, params.id).then((file) => ({ file })),
    log,
    "load a bank's file",
  );
  const file = found?.file ?? null;
  if (!file) {
    const isMissing = found !== null;
    const facts = { file, isMissing, columns: null, wasSaved: false };
    return data(facts, { status: isMissing ? 404 : 503 });
  }
  const isTried = url.searchParams.has("date");
  const fields: Record<string, string> = isTried
    ? Object.fromEntries(url.searchParams)
    : columnsFields(file.columns ?? guessColumns(file.head, file.samples));
  const { data: chosen, refused } = checkColumns(fields, file.head);
  const today = pacificDay(new Date());
  const preview = chosen ? file.samples.map((cells) => readRow(cells, chosen, today)) : null;
  const columns = { fields, preview, errors: isTried ? refused?.errors : undefined };
  return data({ file, isMissing: false, columns, wasSaved: url.searchParams.has("saved") });
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "money");
  const values = await formFields(request);
  try {
    const file = await getBankFile(db, staff, id);
    if (!file) {
      return data<FormAnswer>({ message: "There is no such file any more." }, { status: 404 });
    }
    const { data: columns, refused } = checkColumns(values, file.head);
    if (refused) return data<FormAnswer>(refused, { status: 400 });
    await saveColumns(db, staff, file.id, columns);
    return redirect(
      file.outcome ? `${bankFilePage(file.id)}?saved` : `${bankPage}?file=${file.id}`,
    );
  } catch (error) {
    log.error({ err: error }, "reading a bank's file failed");
    return data<FormAnswer>({ message: failed, values }, { status: 503 });
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = textsOf(await request.clone().formData());
  const { status: _, ...answer } = await sendForm<FormAnswer>({
    request,
    serverAction,
    unreached: { message: failed, values },
  });
  // As in the list of payments.
  return data(answer, { status: 400 });
}

const doneParameters = ["saved"];

/** A bank's file: what its columns mean, and what came of its rows. */
export default function File({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { file, isMissing, columns, wasSaved } = loaderData;
  const back = (
    <BackLink to={bankPage}>
      Back<span className="sr-only"> to the e-transfers</span>
    </BackLink>
  );
  if (!file || !columns) {
    return (
      <>
        <PageHeader
          size="compact"
          before={back}
          title={isMissing ? "File not found" : "File of the bank"}
        />
        <div className="mt-8">
          {isMissing ? (
            <EmptyState titleAs="h2" title="There is no such file" underHead>
              <p>Files whose columns nobody has named are removed after a month.</p>
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
        size="compact"
        before={back}
        title={<span className="wrap-anywhere">{fileName}</span>}
        lede={
          !outcome &&
          "Files with these headings are new here. Please say once what the columns mean; the next ones are read by themselves."
        }
        actions={
          counts.open > 0 && (
            <Link to={bankPage} className={buttonClass({ variant: "secondary" })}>
              Decide {counts.open} {counts.open === 1 ? "payment" : "payments"}
            </Link>
          )
        }
      />
      {wasSaved && <SaidOnce title="Columns saved" parameters={doneParameters} className="mt-6" />}
      {outcome && <Outcome outcome={outcome} />}
      {head.length > 0 && (
        <section className="mt-10">
          <h2 className="text-title">Columns</h2>
          {outcome && (
            <p className="mt-2 max-w-2xl text-ink-soft">
              They hold for all files with these headings. If you change them, payments to decide
              are read again; booked ones stay. Upload the file again for rows that were left out.
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
        <Sum label="Already known">{known}</Sum>
        <Sum label="Outgoing">{outgoing}</Sum>
        <Sum label="Not readable" isBad={refused > 0}>
          {refused}
        </Sum>
      </Sums>
      {problems.length > 0 && (
        <section className="mt-10">
          <h2 className="mb-4 text-title">What could not be read</h2>
          <Table label="What could not be read">
            <thead>
              <tr>
                <Th>Line</Th>
                <Th>Why</Th>
              </tr>
            </thead>
            <tbody>
              {problems.map(({ line, problem }) => (
                <tr key={line}>
                  <Th scope="row">{line}</Th>
                  <Td className="w-full wrap-anywhere">{problem}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
          {refused > problems.length && (
            <p className="mt-3 text-ink-soft">And {refused - problems.length} more.</p>
          )}
        </section>
      )}
    </>
  );
}
