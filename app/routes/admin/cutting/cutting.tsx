import { useEffect } from "react";
import { data, Link, redirect } from "react-router";
import { z } from "zod";
import { buttonClass } from "#app/components/button.tsx";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { forgetInput } from "#app/components/form/unsaved-input.tsx";
import { VoidForm } from "#app/components/form/void-form.tsx";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Sum, Sums } from "#app/components/page/sums.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { requestContext } from "#app/context.server.ts";
import { divisionOfCutting } from "#app/domain/cutting/carried-cost.server.ts";
import { divisionInWords, shareInWords } from "#app/domain/cutting/carry-cost-words.ts";
import {
  chooseValue,
  correctOutput,
  valuesOfOutputs,
} from "#app/domain/cutting/correct-cutting.server.ts";
import {
  correctOutputSchema,
  costBasisText,
  cuttingPath,
  cuttingQuestions,
  differenceInWords,
  valueSchema,
  weighedInWords,
  yieldInWords,
} from "#app/domain/cutting/cutting.ts";
import {
  chooseBasis,
  correctCost,
  costsOf,
  costsWentIn,
} from "#app/domain/cutting/cuttings.server.ts";
import { expiryOfOutput } from "#app/domain/cutting/expiry.ts";
import { getCutting } from "#app/domain/cutting/sheets.server.ts";
import { takeBackCutting } from "#app/domain/cutting/take-back-cutting.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { isOwner, staffWith } from "#app/guards/guards.server.ts";
import { costPerLb } from "#app/lib/amounts/cost-per-lb.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { filledText } from "#app/lib/form/form-texts.ts";
import { confirmedIn } from "#app/lib/form/questions.ts";
import { hundredthsOf } from "#app/lib/form/typed-numbers.ts";
import { lookUp, orNull } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { costBases } from "#db/schema/values/meat/cuttings.ts";
import type { Route } from "./+types/cutting.ts";
import { CorrectOutputForm, ValueForms } from "./correct-output-form.tsx";
import { cuttingTyping } from "./cutting-form.tsx";

export const meta: Route.MetaFunction = (args) => {
  const { cutting } = args.loaderData ?? {};
  return signedInMeta(args, cutting ? `Cutting ${cutting.number}` : "Cutting not found");
};

const saidText = { cut: "Cutting kept", saved: "Saved", taken: "Sheet taken back" };
const saidNames = ["cut", "saved", "taken"] as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  const id = params.id.toLowerCase();
  const found = await lookUp(getCutting(db, staff, id), log, "load a cutting");
  const { value: cutting, isMissing, status } = found;
  const said = saidNames.find((name) => url.searchParams.has(name)) ?? null;
  if (!cutting) {
    const none = { costs: null, wentIn: null, values: [], division: null, history: null };
    return data({ cutting, isMissing, said, ...none }, { status });
  }
  const lotIds = [...cutting.inputs, ...cutting.outputs].map(({ lotId }) => lotId);
  // Costs are only sent to the owner.
  const [costs, wentIn, values, division] = isOwner(staff)
    ? await Promise.all([
        orNull(costsOf(db, staff, lotIds), log, "load costs"),
        orNull(costsWentIn(db, staff, id), log, "load what went in cost"),
        orNull(valuesOfOutputs(db, staff, id), log, "load what is worth how much"),
        orNull(divisionOfCutting(db, staff, id), log, "load how a cost was divided"),
      ])
    : [null, null, null, null];
  const history = await orNull(
    listHistory(db, staff, { entity: "cutting", entityId: id }),
    log,
    "load a cutting's history",
  );
  return data({ cutting, isMissing, said, costs, wentIn, values: values ?? [], division, history });
}

/** Actions whose forms show their own errors. */
const ownMessage = new Set(["take-back", "correct-output", "value"]);

const takeBackSchema = z.object({
  voidReason: filledText(300, "Please say what was wrong").prefault(""),
});

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: "This could not be stored. Please try again.", log: "changing a cutting failed" },
    async (fields, { db }) => {
      const staff = staffWith(args.context, "pack");
      const id = args.params.id.toLowerCase();
      const path = `${cuttingPath}/${id}`;
      if (fields.intent === "take-back") {
        const { voidReason } = accepted(checkForm(takeBackSchema, fields));
        await takeBackCutting(db, staff, id, voidReason);
        return redirect(`${path}?taken`);
      }
      if (fields.intent === "correct-output") {
        const typed = accepted(checkForm(correctOutputSchema, fields));
        const { lot: lotId, lb, pieces, expiresOn, correctReason: reason } = typed;
        const confirmed = confirmedIn(cuttingQuestions, fields);
        const correction = { lotId, lb, pieces, expiresOn, reason, confirmed };
        await correctOutput(db, staff, id, correction);
        return redirect(`${path}?saved`);
      }
      if (!isOwner(staff)) throw new Refusal("forbidden", "Only the owner sees what meat costs.");
      if (fields.intent === "value") {
        const { lot: lotId, value } = accepted(checkForm(valueSchema, fields));
        await chooseValue(db, staff, id, { lotId, pricePerLb: value });
        return redirect(`${path}?saved`);
      }
      if (fields.intent === "basis") {
        const costBy = costBases.find((basis) => basis === fields.costBy);
        if (!costBy) throw new Refusal("invalid", "Please choose how the cost is carried down.");
        await chooseBasis(db, staff, id, costBy);
        return redirect(`${path}?saved`);
      }
      const lotId = fields.intent ?? "";
      const typed = (fields.cost ?? "").trim();
      const cents = typed === "" ? null : hundredthsOf(typed);
      if (typeof cents === "string" || (cents !== null && cents > 99_999_999_99)) {
        throw new Refusal("invalid", "Please enter dollars, for instance 520.00, or nothing.");
      }
      await correctCost(db, staff, lotId, cents);
      return redirect(`${path}?saved`);
    },
  );

/** A cutting: inputs, outputs, yield, and its cost for the owner. */
export default function CuttingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { cutting, isMissing, said, costs, wentIn, values, division, history } = loaderData;
  // It is stored now, so drop the saved input.
  useEffect(() => {
    if (said === "cut") forgetInput(cuttingTyping);
  }, [said]);
  if (!cutting) {
    const title = isMissing
      ? "There is no such cutting"
      : "This cutting cannot be looked up right now";
    const way = <SecondaryLink to={cuttingPath}>See all cuttings</SecondaryLink>;
    return <EmptyState titleAs="h1" title={title} action={way} />;
  }
  const { inputs, outputs, wastes, inputLb, outputLb, wasteLb } = cutting;
  const difference = differenceInWords(cutting);
  const costOf = (known: Record<string, number | null> | null, lotId: string, lb: string) => {
    if (!known) return "";
    const cents = known[lotId] ?? null;
    return cents === null ? "Cost not known" : `${formatCents(cents)}, ${costPerLb(cents, lb)}`;
  };
  const shareOf = (lotId: string) => {
    const own = division?.outputs.find((output) => output.lotId === lotId);
    return division && own && own.costCents !== null ? shareInWords(division, own) : "";
  };
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={cuttingPath} where="to the cuttings" />}
        title={
          <span className="break-words">
            Cutting {cutting.number}: {cutting.kind}
          </span>
        }
        actions={
          <span className="flex flex-wrap gap-3 print:hidden">
            <SecondaryLink to={`${cuttingPath}/new?copy=${cutting.id}`}>
              Copy to a new sheet
            </SecondaryLink>
            {!cutting.takenBackAt && (
              <a
                href={`${cuttingPath}/${cutting.id}/labels.pdf`}
                className={buttonClass({ variant: "secondary" })}
              >
                Lot labels
              </a>
            )}
          </span>
        }
      />
      {said && <FlashMessage title={saidText[said]} parameters={saidNames} className="mt-6" />}
      <p className="mt-4 text-ink-soft">
        <Moment at={cutting.cutAt} time />
        {cutting.cutBy && `, by ${cutting.cutBy}`}
      </p>
      <Sums>
        <Sum label="Went in">{formatLb(Number(inputLb))}</Sum>
        <Sum label="Came of it">{formatLb(Number(outputLb))}</Sum>
        <Sum label="Thrown away">{formatLb(Number(wasteLb))}</Sum>
        {difference && <Sum label="Difference">{difference}</Sum>}
        <Sum label="Yield">{yieldInWords(outputLb, inputLb)}</Sum>
      </Sums>
      {cutting.differenceReason && (
        <Notice className="mt-6 max-w-3xl" title="It does not add up">
          {cutting.differenceReason}
        </Notice>
      )}
      {cutting.takenBackAt && (
        <Notice className="mt-6 max-w-3xl" title="This sheet was taken back: it counts for nothing">
          <p className="break-words">{cutting.takenBackReason}</p>
          <p className="mt-1 text-sm text-ink-soft">
            <Moment at={cutting.takenBackAt} time />
            {cutting.takenBackBy && `, by ${cutting.takenBackBy}`}
          </p>
        </Notice>
      )}
      {actionData?.message && !ownMessage.has(actionData.values?.intent ?? "") && (
        <Notice tone="error" title={actionData.message} className="mt-6" />
      )}
      <Rows
        title="Went in"
        rows={inputs.map((one) => ({
          ...one,
          name: one.meat ? `${one.meat}, ${one.supplier}` : one.supplier,
          cost: costOf(wentIn, one.lotId, one.lb),
        }))}
      />
      <Rows
        title="Came of it"
        note={
          division &&
          `${divisionInWords(division)}. ${
            division.costBy === "value"
              ? "The value of a pound decides how large its share is, not what it costs."
              : "Each pound bears the same, whatever it sells for."
          }`
        }
        rows={outputs.map((one) => ({
          ...one,
          why: shareOf(one.lotId),
          name: `${one.productName}, best before ${expiryOfOutput(one.expiresOn, inputs)}`,
          cost: costOf(costs, one.lotId, one.lb),
        }))}
      />
      {wastes.length > 0 && (
        <section aria-label="Thrown away" className="mt-8 max-w-3xl">
          <h2 className="mb-3 text-title">Thrown away</h2>
          <ul className="border-t border-ink">
            {wastes.map(({ reason, lb }) => (
              <li
                key={`${reason} ${lb}`}
                className="flex justify-between gap-4 border-b border-rule py-2.5"
              >
                <span className="break-words">{reason}</span>
                <span className="tabular-nums">{formatLb(Number(lb))}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {costs && !cutting.takenBackAt && (
        <section aria-labelledby="cost" className="mt-10 max-w-3xl print:hidden">
          <h2 id="cost" className="text-title">
            Cost
          </h2>
          <AnsweredForm answer={actionData} className="mt-4 flex flex-wrap items-end gap-3">
            <SelectField
              label="Carried down"
              name="costBy"
              defaultValue={cutting.costBy}
              key={cutting.costBy}
            >
              {costBases.map((basis) => (
                <option key={basis} value={basis}>
                  {costBasisText[basis]}
                </option>
              ))}
            </SelectField>
            <SubmitButton intent="basis" variant="secondary">
              Carry down
            </SubmitButton>
          </AnsweredForm>
          <ValueForms
            values={values}
            isByValue={cutting.costBy === "value"}
            answer={actionData?.values?.intent === "value" ? actionData : undefined}
          />
          {inputs.map(({ lotId, code }) => (
            <AnsweredForm
              key={lotId}
              answer={actionData}
              className="mt-4 flex flex-wrap items-end gap-3"
            >
              <TextField
                label={`What all of lot ${code} cost ($)`}
                inputMode="decimal"
                maxLength={12}
                autoComplete="off"
                {...answeredField(
                  { values: { cost: costs[lotId] == null ? "" : (costs[lotId] / 100).toFixed(2) } },
                  "cost",
                )}
              />
              <SubmitButton intent={lotId} variant="secondary">
                Correct
              </SubmitButton>
            </AnsweredForm>
          ))}
        </section>
      )}
      {!cutting.takenBackAt && outputs.length > 0 && (
        <CorrectOutputForm
          // Reset and close the form once it is stored.
          key={outputs.map((one) => `${weighedInWords(one)} ${one.expiresOn}`).join()}
          outputs={outputs}
          answer={actionData?.values?.intent === "correct-output" ? actionData : undefined}
          className="mt-10 max-w-3xl border-t border-ink print:hidden"
        />
      )}
      {!cutting.takenBackAt && (
        <VoidForm
          title="Entered by mistake?"
          intent="take-back"
          button="Take the sheet back"
          answer={actionData}
          className="max-w-3xl border-t border-ink print:hidden"
        >
          The stock is as if it had not been cut, and the lots that came of it are void. That goes
          as long as nothing of them was packed, cut on, counted or recalled.
        </VoidForm>
      )}
      <HistoryList entries={history} className="mt-12 max-w-3xl print:hidden" />
    </>
  );
}

interface Row {
  lotId: string;
  code: string;
  name: string;
  lb: string;
  /** Null if not kept in pieces. */
  pieces: number | null;
  cost: string;
  /** How its cost is calculated; empty for none. */
  why?: string;
}

function Rows({ title, note, rows }: { title: string; note?: string | null; rows: Row[] }) {
  return (
    <section aria-label={title} className="mt-8 max-w-3xl">
      <h2 className="text-title">{title}</h2>
      {note && <p className="mt-1 text-ink-soft tabular-nums">{note}</p>}
      <ul className="mt-3 border-t border-ink">
        {rows.map(({ lotId, code, name, cost, why, ...weighed }) => (
          <li
            key={lotId}
            className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-2.5"
          >
            <span className="min-w-0 break-words">
              <Link to={`/admin/lots/${lotId}`} className="link font-semibold">
                {code}
              </Link>{" "}
              <span className="text-ink-soft">{name}</span>
            </span>
            <span className="tabular-nums">
              {weighedInWords(weighed)}
              {cost && <span className="ml-4 text-ink-soft">{cost}</span>}
            </span>
            {why && (
              <span className="w-full text-sm text-ink-soft tabular-nums">
                {why.charAt(0).toUpperCase() + why.slice(1)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
