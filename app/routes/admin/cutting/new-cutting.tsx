import { redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { checkCutting, cuttingPath, cuttingRows } from "#app/domain/cutting/cutting.ts";
import { cutLots, productsToCut, yieldsByKind } from "#app/domain/cutting/cuttings.server.ts";
import { getLot } from "#app/domain/lots/lot-details.server.ts";
import { listLots } from "#app/domain/lots/lots.server.ts";
import { lotName } from "#app/domain/lots/lots.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { orNull } from "#app/lib/or-null.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/new-cutting.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "New cutting sheet");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  const [known, products, kinds, lot] = await Promise.all([
    orNull(listLots(db, staff, { limit: 100 }), log, "list lots"),
    orNull(productsToCut(db, staff), log, "list products"),
    orNull(yieldsByKind(db, staff), log, "list kinds"),
    orNull(getLot(db, staff, url.searchParams.get("lot") ?? ""), log, "load a lot"),
  ]);
  return {
    names: known?.rows.filter(({ isHeld }) => !isHeld).map(lotName) ?? [],
    products: products ?? [],
    kinds: kinds?.map(({ kind }) => kind) ?? [],
    first: lot ? lotName(lot) : "",
    requestId: newUuid(),
  };
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    {
      failed: "The cutting could not be stored. Please try again.",
      log: "storing a cutting failed",
    },
    async (fields, { db, shop }) => {
      const typed = accepted(checkCutting(fields));
      const id = await cutLots(db, staffWith(args.context, "pack"), typed, shop.company.name);
      return redirect(`${cuttingPath}/${id}?cut`);
    },
  );

const rows = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** What went in, what came of it, and what was thrown away. */
export default function NewCutting({ loaderData, actionData }: Route.ComponentProps) {
  const { names, products, kinds, first, requestId } = loaderData;
  const field = (name: string) =>
    answeredField(
      { values: { input1: first, ...actionData?.values }, errors: actionData?.errors },
      name,
    );
  const asksWhy = actionData?.errors?.differenceReason || actionData?.values?.differenceReason;
  const asksMeant = actionData?.errors?.isMeant;
  const pair = "grid grid-cols-[minmax(0,1fr)_7rem] gap-x-4 border-b border-rule py-3";
  const hidden = (words: string, row: number) => (
    <>
      {words}
      <span className="sr-only"> of row {row}</span>
    </>
  );
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={cuttingPath} where="to the cuttings" />}
        title="New cutting sheet"
      />
      <AnsweredForm answer={actionData} className="mt-8 grid max-w-3xl gap-8">
        <input type="hidden" name="requestId" value={actionData?.values?.requestId ?? requestId} />
        <TextField
          label="What is cut"
          hint="Yields are compared by it: Carcass, Chuck, Trim"
          list="known-kinds"
          required
          maxLength={60}
          autoComplete="off"
          {...field("kind")}
        />
        <datalist id="known-kinds">
          {kinds.map((kind) => (
            <option key={kind} value={kind} />
          ))}
        </datalist>
        <datalist id="lots-to-cut">
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <fieldset>
          <legend className="font-display text-title">Went in</legend>
          {rows(cuttingRows.inputs).map((row) => (
            <div key={row} className={pair}>
              <TextField
                label={`Lot ${row}`}
                list="lots-to-cut"
                maxLength={250}
                autoComplete="off"
                {...field(`input${row}`)}
              />
              <DecimalField
                label={
                  <>
                    Pounds<span className="sr-only"> of lot {row}</span>
                  </>
                }
                maxLength={9}
                {...field(`inputLb${row}`)}
              />
            </div>
          ))}
        </fieldset>
        <fieldset>
          <legend className="font-display text-title">Came of it</legend>
          <p className="mt-1 text-ink-soft">
            Without a code, each new lot gets one of the sheet’s number.
          </p>
          {rows(cuttingRows.outputs).map((row) => (
            <div
              key={row}
              className="grid grid-cols-[minmax(0,1fr)_7rem] gap-x-4 gap-y-3 border-b border-rule py-3 sm:grid-cols-[minmax(0,1fr)_10rem_7rem]"
            >
              <SelectField
                label={`Product ${row}`}
                className="max-sm:col-span-2"
                {...field(`output${row}`)}
              >
                <option value="">–</option>
                {products.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <TextField
                label={hidden("Lot code", row)}
                maxLength={40}
                autoComplete="off"
                {...field(`code${row}`)}
              />
              <DecimalField
                label={hidden("Pounds", row)}
                maxLength={9}
                {...field(`outputLb${row}`)}
              />
            </div>
          ))}
        </fieldset>
        <fieldset>
          <legend className="font-display text-title">Trim and waste thrown away</legend>
          {rows(cuttingRows.wastes).map((row) => (
            <div key={row} className={pair}>
              <TextField
                label={`Why, ${row}`}
                list="waste-reasons"
                maxLength={200}
                autoComplete="off"
                {...field(`waste${row}`)}
              />
              <DecimalField
                label={
                  <>
                    Pounds<span className="sr-only"> thrown away, {row}</span>
                  </>
                }
                maxLength={9}
                {...field(`wasteLb${row}`)}
              />
            </div>
          ))}
          <datalist id="waste-reasons">
            {["Bone", "Fat and trim", "Drip", "Spoiled"].map((reason) => (
              <option key={reason} value={reason} />
            ))}
          </datalist>
        </fieldset>
        {asksWhy && (
          <TextField
            label="Why it does not add up"
            maxLength={500}
            autoComplete="off"
            {...field("differenceReason")}
          />
        )}
        {asksMeant && (
          <Checkbox name="isMeant" value="yes" label="It is meant: cut more than is left" />
        )}
        {actionData?.message && <Notice tone="error" title={actionData.message} />}
        <div className="flex flex-wrap gap-3">
          <SubmitButton>Save the sheet</SubmitButton>
          <ButtonLink to={cuttingPath} variant="secondary">
            Cancel
          </ButtonLink>
        </div>
      </AnsweredForm>
    </>
  );
}
