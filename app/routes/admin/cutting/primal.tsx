import { data, redirect } from "react-router";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import {
  checkPrimal,
  freshPrimal,
  primalRows,
  yieldsPath,
} from "#app/domain/cutting/plan/primal-form.ts";
import {
  listPrimals,
  type NamedPrimal,
  productsOfPrimals,
  removePrimal,
  savePrimal,
} from "#app/domain/cutting/plan/primals.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { adminContext } from "#app/guards/guards.server.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { lookUp, orNull } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/primal.ts";

export const meta: Route.MetaFunction = (args) => {
  const { primal, isMissing } = args.loaderData ?? {};
  return signedInMeta(
    args,
    isMissing ? "Primal not found" : primal ? `Yields of ${primal.name}` : "Add a primal",
  );
};

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const admin = context.get(adminContext);
  const id = params.id.toLowerCase();
  const isFresh = id === freshPrimal;
  const find = async () => (await listPrimals(db, admin)).find((one) => one.id === id);
  const found = isFresh
    ? { value: null, isMissing: false, status: 200 }
    : await lookUp(find(), log, "load a primal");
  const { value: primal, isMissing, status } = found;
  const [products, history] = await Promise.all([
    orNull(productsOfPrimals(db, admin), log, "list products"),
    primal
      ? orNull(
          listHistory(db, admin, { entity: "cutting", entityId: primal.id }),
          log,
          "load a primal's history",
        )
      : null,
  ]);
  return data(
    { primal, isMissing, isFresh, products: products ?? [], history, freshId: newUuid() },
    { status },
  );
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: "The yields could not be saved. Please try again.", log: "saving yields failed" },
    async (fields, { db }) => {
      const admin = args.context.get(adminContext);
      const id = args.params.id.toLowerCase();
      if (fields.intent === "remove") {
        if (fields.isSure !== "yes") {
          throw new Refusal("invalid", "Please tick that you want to remove it.");
        }
        await removePrimal(db, admin, id);
        return redirect(`${yieldsPath}?removed`);
      }
      const typed = accepted(checkPrimal(fields));
      const isFresh = id === freshPrimal;
      const version = isFresh
        ? 0
        : /^\d{1,9}$/.test(fields.version ?? "")
          ? Number(fields.version)
          : -1;
      await savePrimal(db, admin, { id: isFresh ? (fields.requestId ?? "") : id, version }, typed);
      return redirect(`${yieldsPath}?saved`);
    },
  );

const rows = Array.from({ length: primalRows }, (_, index) => index + 1);

const plain = (pct: number) => String(Number((pct / 100).toFixed(2)));

function typedOf(primal: NamedPrimal): Record<string, string> {
  return {
    name: primal.name,
    productId: primal.productId ?? "",
    version: String(primal.version),
    trimPct: primal.trimPct === null ? "" : plain(primal.trimPct),
    ...(primal.isTrim && { isTrim: "yes" }),
    ...Object.fromEntries(
      primal.cuts.flatMap(({ productId, part, yieldPct }, index) => [
        [`cut${index + 1}`, productId],
        [`part${index + 1}`, part],
        [`yield${index + 1}`, plain(yieldPct)],
      ]),
    ),
  };
}

/** A primal, the cuts made from it, and the usual share of each. */
export default function PrimalPage({ loaderData, actionData }: Route.ComponentProps) {
  const { primal, isMissing, isFresh, products, history, freshId } = loaderData;
  if (!primal && !isFresh) {
    const title = isMissing
      ? "This primal is not in the table"
      : "This primal cannot be looked up right now";
    const way = <SecondaryLink to={yieldsPath}>See usual yields</SecondaryLink>;
    return <EmptyState titleAs="h1" title={title} action={way} />;
  }
  // Don't mix with stored values: a field that was emptied stays empty.
  const typed = actionData?.values?.intent === "remove" ? undefined : actionData?.values;
  const values = typed ?? (primal ? typedOf(primal) : {});
  const field = (name: string) => answeredField({ values, errors: actionData?.errors }, name);
  const of = (words: string, row: number) => (
    <>
      {words}
      <span className="sr-only"> of row {row}</span>
    </>
  );
  const choices = (none: string) => (
    <>
      <option value="">{none}</option>
      {products.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  );
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={yieldsPath} where="to usual yields" />}
        title={
          <span className="break-words">
            {primal ? `Yields of ${primal.name}` : "Add a primal"}
          </span>
        }
      />
      {primal?.isSample && (
        <Notice className="mt-6 max-w-3xl" title="Sample yields">
          These are rounded figures, not your own. Once you save, they count as yours and are no
          longer marked.
        </Notice>
      )}
      <AnsweredForm answer={actionData} className="mt-8 grid max-w-3xl gap-6">
        <input type="hidden" name="requestId" value={values.requestId ?? freshId} />
        <input type="hidden" name="version" value={values.version ?? ""} />
        <TextField
          label="Primal"
          hint="As on your cutting sheets, so that their yields stand beside the usual ones: Rib, Chuck, Trim"
          required
          maxLength={60}
          autoComplete="off"
          {...field("name")}
        />
        <SelectField
          label="Received as"
          optional
          hint="The product that you receive and count it as. Then what is on hand is taken off."
          {...field("productId")}
        >
          {choices("Not counted")}
        </SelectField>
        <DecimalField
          label="Usual trim (%)"
          optional
          hint="What falls off for what you grind"
          {...field("trimPct")}
        />
        <div>
          <Checkbox
            label="This is the trim, which is ground"
            name="isTrim"
            value="yes"
            defaultChecked={values.isTrim === "yes"}
          />
          {actionData?.errors?.isTrim && (
            <p className="text-sm text-cancelled">{actionData.errors.isTrim}</p>
          )}
        </div>
        <fieldset>
          <legend className="font-display text-title">Cuts of it</legend>
          <p className="mt-1 text-ink-soft">
            Cuts that are made instead of each other belong to the same part, in your words: Eye,
            Blade. Without one, a cut comes off beside the others.
          </p>
          {rows.map((row) => (
            <div
              key={row}
              className="grid grid-cols-2 gap-x-4 gap-y-2 border-b border-rule py-3 sm:grid-cols-[minmax(0,1fr)_9rem_6rem]"
            >
              <SelectField
                label={of("Cut", row)}
                className="col-span-2 sm:col-span-1"
                {...field(`cut${row}`)}
              >
                {choices("None")}
              </SelectField>
              <TextField
                label={of("Part", row)}
                maxLength={40}
                autoComplete="off"
                {...field(`part${row}`)}
              />
              <DecimalField label={of("Yield (%)", row)} {...field(`yield${row}`)} />
            </div>
          ))}
        </fieldset>
        {actionData?.message && <Notice tone="error" title={actionData.message} />}
        <div>
          <SubmitButton>Save yields</SubmitButton>
        </div>
      </AnsweredForm>
      {primal && (
        <AnsweredForm
          answer={undefined}
          className="mt-12 flex max-w-3xl flex-wrap items-center gap-x-6 gap-y-3 border-t border-rule pt-6"
        >
          <input type="hidden" name="intent" value="remove" />
          <Checkbox label={`Remove ${primal.name} with its yields`} name="isSure" value="yes" />
          <SubmitButton variant="secondary">Remove</SubmitButton>
        </AnsweredForm>
      )}
      {primal && <HistoryList entries={history} className="mt-12 max-w-3xl" />}
    </>
  );
}
