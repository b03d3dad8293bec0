import { useState } from "react";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, CountField, TextArea, TextField } from "#app/components/form/field.tsx";
import { QuestionsField } from "#app/components/form/questions-field.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { correctionValues } from "#app/domain/receiving/correct/correction-form.ts";
import { lineFields, notOurs, poundsTyping } from "#app/domain/receiving/receipt-form.ts";
import {
  type Receipt,
  type ReceiptLine,
  type ReceivedProduct,
  receiptQuestions,
  type SupplierName,
} from "#app/domain/receiving/receiving.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { BilledFields } from "./billed-fields.tsx";
import { ReceiptSums } from "./receipt-sums.tsx";
import { totalsOf } from "./receipt-totals.ts";

interface CorrectionFormProps {
  receipt: Receipt;
  answer: FormAnswer | undefined;
  suppliers: readonly SupplierName[];
  products: readonly ReceivedProduct[];
  hasMoney: boolean;
  /** True if what came may be corrected: who brought it, when, and its lots and pounds. */
  mayCount: boolean;
  cancelTo: string;
}

type FieldOf = (name: string) => ReturnType<typeof answeredField>;

/** Form for later corrections of a receipt, mainly of prices, which may arrive after the meat. */
export function CorrectionForm(props: CorrectionFormProps) {
  const { receipt, answer, suppliers, products, hasMoney, mayCount, cancelTo } = props;
  const values: Record<string, string> = { ...correctionValues(receipt), ...answer?.values };
  const field: FieldOf = (name) => answeredField({ values, errors: answer?.errors }, name);
  const [typed, setTyped] = useState(values);
  const totals = totalsOf(fieldsToSum(typed, receipt.lines), hasMoney);
  const isListed = suppliers.some(({ id }) => id === receipt.supplierId);
  return (
    <AnsweredForm
      answer={answer}
      className="mt-8 max-w-4xl"
      onInput={({ currentTarget }) => setTyped(textsOf(currentTarget))}
    >
      <input type="hidden" name="version" value={values.version} />
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        {mayCount && (
          <SelectField
            label="Supplier"
            hint="Its lots are then of this supplier"
            options={suppliers.map(({ id, name }) => [id, name] as const)}
            {...field("supplier")}
          >
            {!isListed && <option value={receipt.supplierId}>{receipt.supplier}</option>}
          </SelectField>
        )}
        <TextField
          label="Their invoice number"
          {...field("invoiceNumber")}
          maxLength={60}
          autoComplete="off"
        />
        {mayCount && (
          <>
            <TextField label="Received" type="datetime-local" {...field("receivedAt")} />
            <TextField
              label="Temperature (°C)"
              hint="Of all lines that have none of their own"
              {...field("temperature")}
              maxLength={6}
              autoComplete="off"
            />
          </>
        )}
        {hasMoney && (
          <DecimalField
            label="Freight ($)"
            hint="Shared by pounds; blank for none"
            {...field("freight")}
          />
        )}
      </div>
      <div className="mt-8 border-b border-ink">
        {receipt.lines.map((line) => (
          <LineFields
            key={line.id}
            line={line}
            field={field}
            values={values}
            products={products}
            hasMoney={hasMoney}
            mayCount={mayCount}
            mayRemove={receipt.lines.length > 1}
            sum={totals.ofRow.get(line.position) ?? ""}
          />
        ))}
      </div>
      <div className="mt-6 grid gap-5">
        <TextField
          label="Why"
          hint="Needed for all but what is entered later, such as prices: the lots and the stock follow"
          {...field("reason")}
          maxLength={300}
          autoComplete="off"
        />
        <TextArea label="Note" optional rows={2} {...field("note")} maxLength={2000} />
      </div>
      <QuestionsField questions={receiptQuestions} answer={answer} className="mt-6" />
      <div className="sums-bar mt-6">
        <ReceiptSums totals={totals} hasMoney={hasMoney} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton>Save</SubmitButton>
          <ButtonLink to={cancelTo} variant="secondary">
            Cancel
          </ButtonLink>
        </div>
      </div>
    </AnsweredForm>
  );
}

const textsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );

/**
 * Returns the fields to sum like a new receipt's: without the lines to be removed, and with the
 * decision on the others, which can't be corrected.
 */
export function fieldsToSum(
  typed: Readonly<Record<string, string>>,
  lines: readonly Pick<ReceiptLine, "position" | "isAccepted">[],
): Record<string, string> {
  const kept = lines.filter(({ position }) => typed[`remove${position}`] !== "yes");
  return Object.assign(
    { freight: typed.freight ?? "" },
    ...kept.map(({ position, isAccepted }) => ({
      ...Object.fromEntries(
        lineFields.map((name) => [`${name}${position}`, typed[`${name}${position}`] ?? ""]),
      ),
      [`decision${position}`]: isAccepted ? "accept" : "refuse",
    })),
  );
}

interface LineFieldsProps extends Pick<CorrectionFormProps, "products" | "hasMoney" | "mayCount"> {
  line: ReceiptLine;
  field: FieldOf;
  values: Record<string, string>;
  mayRemove: boolean;
  sum: string;
}

/** Fields of a line: what it is, for staff who pack, and what it cost. */
function LineFields(props: LineFieldsProps) {
  const { line, field, values, products, hasMoney, mayCount, mayRemove, sum } = props;
  const { position, description, lotCode, isAccepted, pieces } = line;
  const hydrated = useHydrated();
  const [product, setProduct] = useState(values[`product${position}`] ?? notOurs);
  const isSame = product === (line.productId ?? notOurs);
  const asksPieces =
    isAccepted &&
    (isSame
      ? pieces !== null
      : !hydrated || products.some(({ id, isKeptInPieces }) => id === product && isKeptInPieces));
  const counted = {
    readOnly: !mayCount,
    inputClassName: mayCount ? undefined : "bg-paper-deep text-ink-soft",
  };
  return (
    <fieldset className="border-t border-ink pt-4 pb-6">
      <legend className="float-left mb-3 text-lg font-semibold break-words">
        Line {position}: {description}
        {lotCode && `, lot ${lotCode}`}
        {!isAccepted && ", refused"}
      </legend>
      {mayCount && (
        <div className="clear-both mb-4 grid grid-cols-2 gap-4 sm:grid-cols-4">
          <SelectField
            label="Product"
            {...field(`product${position}`)}
            onChange={({ currentTarget: { value } }) => setProduct(value)}
            className="col-span-2"
          >
            <option value={notOurs}>Not one of ours</option>
            {line.productId && !products.some(({ id }) => id === line.productId) && (
              <option value={line.productId}>{description}</option>
            )}
            {products.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          {(!hydrated || product === notOurs) && (
            <TextField
              label="Description"
              hint={hydrated ? undefined : "If it is not one of ours"}
              {...field(`what${position}`)}
              maxLength={200}
              autoComplete="off"
              className="col-span-2"
            />
          )}
          <TextField
            label="Lot"
            {...field(`lot${position}`)}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className={product === notOurs ? "sm:col-span-2" : undefined}
          />
          <TextField
            label="Temp. (°C)"
            hint="If measured apart"
            {...field(`temp${position}`)}
            maxLength={6}
            autoComplete="off"
            className={product === notOurs ? "sm:col-span-2" : undefined}
          />
          {line.lotId !== null && (
            <>
              <TextField
                label="Best before"
                type="date"
                {...field(`expires${position}`)}
                className="sm:col-span-2"
              />
              <TextField
                label="Killed"
                type="date"
                {...field(`killed${position}`)}
                className="sm:col-span-2"
              />
            </>
          )}
        </div>
      )}
      <div className="clear-both grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
        <TextField
          label="Boxes"
          inputMode="numeric"
          {...field(`boxes${position}`)}
          {...counted}
          maxLength={5}
          autoComplete="off"
        />
        <DecimalField label="Pounds" {...poundsTyping} {...field(`lb${position}`)} {...counted} />
        {asksPieces && (
          <CountField label="Pieces" {...field(`pieces${position}`)} {...counted} maxLength={6} />
        )}
        <BilledFields
          field={(of) => field(`${of}${position}`)}
          isRefused={!isAccepted}
          hasMoney={hasMoney}
        />
        {mayCount && (
          <TextField
            label={isAccepted ? "Why it was accepted" : "Why it was refused"}
            hint={isAccepted ? "Required if it was too warm" : undefined}
            {...field(`reason${position}`)}
            maxLength={500}
            autoComplete="off"
            className="col-span-full"
          />
        )}
      </div>
      {sum && (
        <output className="mt-3 block tabular-nums" aria-label={`Sum of line ${position}`}>
          {sum}
        </output>
      )}
      {mayCount && mayRemove && (
        <Checkbox
          name={`remove${position}`}
          value="yes"
          defaultChecked={values[`remove${position}`] === "yes"}
          label={
            <>
              Remove this line: it was entered by mistake
              <span className="sr-only">, line {position}</span>
            </>
          }
          className="mt-4"
        />
      )}
    </fieldset>
  );
}
