import { useState } from "react";
import { Button } from "#app/components/button.tsx";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextArea, TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { byCategory } from "#app/domain/drafts/order-categories.ts";
import { unitOf } from "#app/domain/orders/order-quantity.ts";
import { typedWish } from "#app/domain/orders/wishes/wish.ts";
import { WishFields } from "#app/domain/orders/wishes/wish-fields.tsx";
import { formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { riseToTell, type StandingDraft, standingField, standingLimits } from "./standing-order.ts";
import type { StandingChoices } from "./standing-orders.server.ts";

interface StandingFormProps {
  draft: StandingDraft;
  choices: StandingChoices;
  answer: FormAnswer | undefined;
  isNew: boolean;
  back: string;
}

const spare = 3;

/** Form for a standing order: its days and its lines. */
export function StandingForm({ draft, choices, answer, isNew, back }: StandingFormProps) {
  const { sites, days, po } = choices;
  const [rows, setRows] = useState(draft.lines.length + (draft.lines.length === 0 ? 6 : spare));
  const field = (name: string, stored: string) => {
    const { defaultValue = stored, ...rest } = answeredField(answer, name);
    return { ...rest, defaultValue };
  };
  const siteField = field(standingField.site, draft.siteId ?? sites[0]?.id ?? "");
  const [siteId, setSiteId] = useState(siteField.defaultValue);
  // Without JavaScript, the days can't follow the chosen site; the answer says which it has.
  const isLive = useHydrated();
  const offered = isLive ? days.filter(({ siteIds }) => siteIds.includes(siteId)) : days;
  const takesNumber = po.kind === "optional" || po.kind === "required";
  const day = draft.zoneId && draft.weekday ? `${draft.zoneId} ${draft.weekday}` : "";
  return (
    <AnsweredForm answer={answer} className="mt-8 max-w-3xl">
      <input
        type="hidden"
        name={standingField.version}
        value={answer?.values?.[standingField.version] ?? draft.version}
      />
      {answer?.message && <Notice tone="error" title={answer.message} className="mb-6" />}
      <fieldset className="grid gap-5 md:grid-cols-2">
        <legend className="mb-3 font-display text-title font-semibold">When and where</legend>
        {sites.length > 1 ? (
          <SelectField
            label="Site"
            {...siteField}
            onChange={(event) => setSiteId(event.target.value)}
            options={sites.map(({ id, name }) => [id, name])}
          />
        ) : (
          <input type="hidden" name={standingField.site} value={sites[0]?.id ?? ""} />
        )}
        <SelectField
          // The key clears a day that the other site doesn't have.
          key={siteId}
          label="Day"
          required
          hint={offered.length === 0 ? "We deliver to this site on no day yet." : undefined}
          {...field(standingField.day, day)}
          options={offered.map(({ key, label }) => [key, label])}
        >
          <option value="">Choose a day</option>
        </SelectField>
        <SelectField
          label="How often"
          {...field(standingField.everyWeeks, String(draft.everyWeeks))}
        >
          {Array.from({ length: standingLimits.weeks }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the number of weeks itself
            <option key={at} value={at + 1}>
              {at === 0 ? "Every week" : `Every ${at + 1} weeks`}
            </option>
          ))}
        </SelectField>
        <TextField
          label="From"
          type="date"
          required
          hint="The first delivery is on or after this day."
          {...field(standingField.startsOn, draft.startsOn)}
        />
        <TextField
          label="Last day"
          type="date"
          optional
          {...field(standingField.endsOn, draft.endsOn ?? "")}
        />
      </fieldset>
      <fieldset className="mt-10">
        <legend className="font-display text-title font-semibold">What</legend>
        <p className="mt-1 text-ink-soft">
          Each order is at the prices of its day. We tell you when one rose by more than{" "}
          {riseToTell}%.
        </p>
        {Array.from({ length: rows }, (_, at) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are never taken out
            key={at}
            row={String(at)}
            line={draft.lines[at]}
            choices={choices}
            field={field}
          />
        ))}
        {rows < standingLimits.lines && (
          <Button
            variant="secondary"
            size="sm"
            className="mt-4"
            onClick={() => setRows((before) => Math.min(before + spare, standingLimits.lines))}
          >
            More rows
          </Button>
        )}
      </fieldset>
      <div className="mt-10 grid gap-5">
        {takesNumber && (
          <TextField
            label="Purchase order number"
            optional={po.kind === "optional"}
            required={po.kind === "required"}
            autoComplete="off"
            {...field(standingField.poNumber, draft.poNumber)}
            className="max-w-sm"
          />
        )}
        <TextArea
          label="Notes for each order"
          optional
          rows={3}
          {...field(standingField.notes, draft.notes)}
        />
        <Checkbox
          label="If something is out of stock, you may send something similar"
          name={standingField.substitutes}
          value="yes"
          defaultChecked={
            answer?.values ? standingField.substitutes in answer.values : draft.allowsSubstitutes
          }
        />
        <Checkbox
          label="But call first"
          name={standingField.callFirst}
          value="yes"
          defaultChecked={
            answer?.values ? standingField.callFirst in answer.values : draft.callFirst
          }
          className="-mt-3 ml-8"
        />
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        <SubmitButton>{isNew ? "Begin it" : "Save"}</SubmitButton>
        <SecondaryLink to={back}>Cancel</SecondaryLink>
      </div>
    </AnsweredForm>
  );
}

interface RowProps {
  row: string;
  line: StandingDraft["lines"][number] | undefined;
  choices: StandingChoices;
  field: (
    name: string,
    stored: string,
  ) => { name: string; defaultValue: string; error?: string[] | undefined };
}

function Row({ row, line, choices, field }: RowProps) {
  const number = Number(row) + 1;
  const stored = line ? `${line.productId} ${line.unit}` : "";
  const wish = typedWish(
    (part) => field(standingField.wish(part, row), line?.wish?.[part] ?? "").defaultValue,
  );
  const isGone =
    line && !choices.products.some((one) => one.id === line.productId && unitOf(one) === line.unit);
  return (
    <div className="grid grid-cols-[1fr_7rem] items-start gap-x-4 border-b border-rule py-4">
      <SelectField
        label={
          <>
            Product<span className="sr-only"> {number}</span>
          </>
        }
        {...field(standingField.product(row), isGone ? "" : stored)}
        hint={isGone ? "What was here is not offered so any more." : undefined}
      >
        <option value="">None</option>
        {byCategory(choices.products).map((part) => (
          <optgroup key={part.id} label={part.label}>
            {part.products.map((product) => (
              <option key={product.id} value={`${product.id} ${unitOf(product)}`}>
                {`${product.name}, ${formatPricePerLb(toCents(product.pricePerLb))}${product.soldBy === "piece" ? ", in pieces" : ""}`}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <TextField
        label={
          <>
            Quantity<span className="sr-only"> of product {number}</span>
          </>
        }
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        {...field(standingField.quantity(row), isGone ? "" : (line?.quantity ?? ""))}
      />
      <div className="col-span-2">
        <WishFields
          productName={`product ${number}`}
          category={choices.products.find((one) => one.id === line?.productId)?.category}
          nameOf={(part) => standingField.wish(part, row)}
          wish={wish}
          error={field(standingField.wish("note", row), "").error?.[0]}
        />
      </div>
    </div>
  );
}
