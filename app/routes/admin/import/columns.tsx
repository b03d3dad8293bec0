import { useState } from "react";
import { data, Form, redirect, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField, useFirstMistake } from "#app/components/form/field.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { requestContext } from "#app/context.server.ts";
import { adminContext } from "#app/features/auth/guards.server.ts";
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
import { dateFormats, dateFormatText } from "#app/features/spreadsheets/typed-cells.ts";
import { sendForm } from "#app/lib/form/send-form.ts";
import { type FormAnswer, formFields, textsOf } from "#app/lib/form/submitted-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { importPage } from "../navigation.ts";
import type { Route } from "./+types/columns.ts";
import { importFilePage, kindPage } from "./import-addresses.ts";
import { NoFile } from "./no-file.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.file?.fileName ?? importPage.label);

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const admin = context.get(adminContext);
  const found = await orNull(
    getImport(db, admin, params.id).then((file) => ({ file })),
    log,
    "load an import",
  );
  const file = found?.file ?? null;
  if (file && !["columns", "read", "failed"].includes(file.state)) {
    throw redirect(importFilePage(file.id));
  }
  const isMissing = found !== null && file === null;
  return data({ file, isMissing }, { status: file ? 200 : isMissing ? 404 : 503 });
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { db, log } = context.get(requestContext);
  const admin = context.get(adminContext);
  const values = await formFields(request);
  try {
    const file = await getImport(db, admin, id);
    if (!file) return data<FormAnswer>({ message: importRefusalText.gone }, { status: 404 });
    const { data: columns, refused } = checkColumns(file.kind, values, file.head);
    if (refused) return data<FormAnswer>(refused, { status: 400 });
    const refusal = await readImport(db, admin, file.id, columns);
    if (refusal) {
      return data<FormAnswer>({ message: importRefusalText[refusal], values }, { status: 409 });
    }
    return redirect(importFilePage(file.id));
  } catch (error) {
    log.error({ err: error }, "choosing the columns of an import failed");
    return data<FormAnswer>({ message: importFailed, values }, { status: 503 });
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = textsOf(await request.clone().formData());
  const { status: _, ...answer } = await sendForm<FormAnswer>({
    request,
    serverAction,
    unreached: { message: importFailed, values },
  });
  return data(answer, { status: 400 });
}

/** What the columns of a file mean. */
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
        size="compact"
        before={
          <BackLink to={file.state === "read" ? importFilePage(file.id) : kindPage(kind)}>
            Back<span className="sr-only"> to the import</span>
          </BackLink>
        }
        title={<span className="wrap-anywhere">{fileName}</span>}
        lede={`${counted(rowCount, kind)}. Please say what the columns mean: it is remembered for files with the same headings.`}
      />
      <section className="mt-8">
        <h2 className="mb-4 text-title">The first rows</h2>
        <Table label="The first rows of the file">
          <thead>
            <tr>
              {columns.map(({ key, name }) => (
                <Th key={key} className="max-w-56 min-w-28 break-words">
                  {name}
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {samples.map((cells) => (
              <tr key={cells.join("\u001f")}>
                {columns.map(({ key, index }) => (
                  <Td key={key} className="max-w-56 min-w-28 break-words">
                    {cells[index]}
                  </Td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
      <section className="mt-10">
        <h2 className="text-title">Columns</h2>
        <ColumnsForm file={file} answer={answer} />
      </section>
    </>
  );
}

/** Columns of the file; headings may be empty, or twice the same. */
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
  const form = useFirstMistake(answer);
  const noValidate = useHydrated();
  const { formMethod } = useNavigation();
  const values = answer?.values ?? columnsFields(columns ?? guessColumns(kind, head).columns);
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  const options = columnsOf(file).map(({ key, index, name, sample }) => (
    <option key={key} value={index}>
      {sample ? `${name}: ${sample}` : name}
    </option>
  ));
  return (
    <Form
      ref={form}
      method="post"
      noValidate={noValidate}
      replace
      preventScrollReset
      className="mt-5 grid max-w-4xl gap-6"
    >
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        {kindText[kind].fields.map(({ name, heading, takes }) => (
          <SelectField key={name} label={heading} hint={takes} {...field(columnField(name))}>
            <option value="">Not in this file</option>
            {options}
          </SelectField>
        ))}
        {kindText[kind].hasDays && (
          <SelectField label="How days are written" {...field("dateFormat")}>
            {dateFormats.map((format) => (
              <option key={format} value={format}>
                {dateFormatText[format]}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      {answer?.message && <Notice tone="error" title={answer.message} />}
      <div>
        <Button type="submit" pending={formMethod === "POST"}>
          Compare with the shop
        </Button>
      </div>
    </Form>
  );
}
