import { useState } from "react";
import { data, redirect } from "react-router";
import { FileOrRows } from "#app/components/form/file-or-rows.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { importFailed } from "#app/features/imports/import-file.ts";
import { maxImportBytes, maxImportRows } from "#app/features/imports/import-limits.ts";
import { storeImport } from "#app/features/imports/imports.server.ts";
import { isImportKind, kindText } from "#app/features/imports/kinds.ts";
import { adminContext } from "#app/guards/guards.server.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { megabytes } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { ImportKind } from "#db/schema/values/imports.ts";
import { importPage } from "../navigation.ts";
import type { Route } from "./+types/kind.ts";
import { afterUpload, templateAddress } from "./import-addresses.ts";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(
    args,
    args.loaderData?.kind ? `Import ${titleOf(args.loaderData.kind)}` : importPage.label,
  );

export function loader({ params }: Route.LoaderArgs) {
  const kind = isImportKind(params.kind) ? params.kind : null;
  return data({ kind }, { status: kind ? 200 : 404 });
}

/** Accepts rows pasted into a field, for users without JavaScript or a file. */
export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: importFailed, log: "pasted rows were not stored" },
    async ({ rows = "" }, { db }) => {
      const { kind } = args.params;
      if (!isImportKind(kind)) throw new Refusal("gone", "There is nothing like this to import.");
      const upload = { kind, name: "Pasted rows", content: Buffer.from(rows) };
      const stored = await storeImport(db, args.context.get(adminContext), upload);
      return redirect(afterUpload(stored));
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, { failed: importFailed });

const titleOf = (kind: ImportKind) => kindText[kind].label.toLowerCase();

export default function Kind({ loaderData: { kind }, actionData }: Route.ComponentProps) {
  // The router drops a form's answer when the page revalidates.
  const [answer, setAnswer] = useState<FormAnswer | undefined>(actionData);
  if (actionData && actionData !== answer) setAnswer(actionData);
  const back = <BackLink to={importPage.to} where="to import and export" />;
  if (!kind) {
    return (
      <>
        <PageHeader before={back} title={importPage.label} />
        <div className="mt-8">
          <EmptyState titleAs="h2" title="There is nothing like this to import" underHead>
            <p>
              <TextLink to={importPage.to}>See what can be imported</TextLink>
            </p>
          </EmptyState>
        </div>
      </>
    );
  }
  const { lede, fields } = kindText[kind];
  return (
    <>
      <PageHeader before={back} title={`Import ${titleOf(kind)}`} lede={lede} />
      <section className="mt-8">
        <FileOrRows
          key={kind}
          label="CSV file or Excel workbook (.xlsx)"
          accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          hint={`Up to ${megabytes(maxImportBytes)} and ${maxImportRows.toLocaleString("en-CA")} rows; of a workbook, the first sheet. Nothing is imported before you have seen what it would change.`}
          rowsHint="Copied from a spreadsheet, or as in a CSV file; some thousand rows at once"
          addressOf={(name) => `/api/import-files?${new URLSearchParams({ kind, name })}`}
          answer={answer}
        />
      </section>
      <section className="mt-10">
        <h2 className="text-title">Columns</h2>
        <p className="mt-2 mb-5 max-w-2xl text-ink-soft">
          In any order, and only those that you have: what a file doesn’t name stays as it is. Other
          headings are understood too; you say what they mean once.{" "}
          {/* Without a `download` attribute, so that a redirect to the login is shown. */}
          <a href={templateAddress(kind)} className="link">
            Download a template
          </a>
        </p>
        <Table label="Columns in the file" columns={["Heading", "Contents"]}>
          {fields.map(({ name, heading, takes }) => (
            <tr key={name}>
              <Th scope="row" className="min-w-36">
                {heading}
              </Th>
              <Td className="w-full">{takes}</Td>
            </tr>
          ))}
        </Table>
      </section>
    </>
  );
}
