import { useState } from "react";
import { data, redirect } from "react-router";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField } from "#app/components/form/field.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Table, Td } from "#app/components/table.tsx";
import {
  checkColumns,
  columnField,
  columnsFields,
  guessColumns,
} from "#app/features/imports/columns.ts";
import {
  type ImportDetails,
  importFailed,
  importRefusalText,
} from "#app/features/imports/import-file.ts";
import { getImport, readImport } from "#app/features/imports/imports.server.ts";
import { counted, kindText } from "#app/features/imports/kinds.ts";
import { adminContext, adminRequest } from "#app/guards/guards.server.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { lookUp } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { dateFormats, dateFormatText } from "#app/lib/spreadsheets/typed-cells.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { importPage } from "../navigation.ts";
import type { Route } from "./+types/columns.ts";
import { importFilePage, kindPage } from "./import-addresses.ts";
import { NoFile } from "./no-file.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.file?.fileName ?? importPage.label);

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log, admin } = adminRequest(context);
  const found = await lookUp(getImport(db, admin, params.id), log, "load an import");
  const { value: file, isMissing, status } = found;
  if (file && !["columns", "read", "failed"].includes(file.state)) {
    throw redirect(importFilePage(file.id));
  }
  return data({ file, isMissing }, { status });
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: importFailed, log: "choosing the columns of an import failed" },
    async (values, { db }) => {
      const admin = args.context.get(adminContext);
      const file = await getImport(db, admin, args.params.id);
      if (!file) throw new Refusal("gone", importRefusalText.gone);
      const columns = accepted(checkColumns(file.kind, values, file.head));
      const refusal = await readImport(db, admin, file.id, columns);
      if (refusal) throw new Refusal(refusal, importRefusalText[refusal]);
      return redirect(importFilePage(file.id));
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, { failed: importFailed });

export default function Columns({ loaderData, actionData }: Route.ComponentProps) {
  const { file, isMissing } = loaderData;
  const [answer, setAnswer] = useState<FormAnswer | undefined>(actionData);
  if (actionData && actionData !== answer) setAnswer(actionData);
  if (!file) return <NoFile isMissing={isMissing} />;
  const { kind, fileName, samples, rowCount } = file;
  const columns = columnsOf(file);
  return (
    <>
      <PageHeader
        before={
          <BackLink
            to={file.state === "read" ? importFilePage(file.id) : kindPage(kind)}
            where="to the import"
          />
        }
        title={<span className="wrap-anywhere">{fileName}</span>}
        lede={`${counted(rowCount, kind)}. Please say what the columns mean: it is remembered for files with the same headings.`}
      />
      <section className="mt-8">
        <h2 className="mb-4 text-title">The first rows</h2>
        <Table
          label="The first rows of the file"
          columns={[
            ...columns.map(({ name }) => ({
              head: name,
              className: "max-w-56 min-w-28 break-words",
            })),
          ]}
        >
          {samples.map((cells) => (
            <tr key={cells.join("\u001f")}>
              {columns.map(({ key, index }) => (
                <Td key={key} className="max-w-56 min-w-28 break-words">
                  {cells[index]}
                </Td>
              ))}
            </tr>
          ))}
        </Table>
      </section>
      <section className="mt-10">
        <h2 className="text-title">Columns</h2>
        <ColumnsForm file={file} answer={answer} />
      </section>
    </>
  );
}

/** Returns the columns of the file; headings may be empty or repeated. */
function columnsOf({ head, samples }: ImportDetails) {
  return head.map((heading, index) => {
    const name = heading || `Column ${index + 1}`;
    const sample = samples.map((cells) => cells[index]).find(Boolean) ?? "";
    const shown = sample.length > 24 ? `${sample.slice(0, 24)}…` : sample;
    return { key: `${index}`, index, name, sample: shown };
  });
}

function ColumnsForm({ file, answer }: { file: ImportDetails; answer: FormAnswer | undefined }) {
  const { kind, head, columns } = file;
  const values = answer?.values ?? columnsFields(columns ?? guessColumns(kind, head).columns);
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  const options = columnsOf(file).map(({ key, index, name, sample }) => (
    <option key={key} value={index}>
      {sample ? `${name}: ${sample}` : name}
    </option>
  ));
  return (
    <AnsweredForm answer={answer} className="mt-5 grid max-w-4xl gap-6">
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        {kindText[kind].fields.map(({ name, heading, takes }) => (
          <SelectField key={name} label={heading} hint={takes} {...field(columnField(name))}>
            <option value="">Not in this file</option>
            {options}
          </SelectField>
        ))}
        {kindText[kind].hasDays && (
          <SelectField
            label="Date format"
            {...field("dateFormat")}
            options={dateFormats.map((format) => [format, dateFormatText[format]])}
          />
        )}
      </div>
      {answer?.message && <Notice tone="error" title={answer.message} />}
      <div>
        <SubmitButton>Compare with the shop</SubmitButton>
      </div>
    </AnsweredForm>
  );
}
