import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import type { LotDetails } from "#app/domain/lots/lots.ts";
import type { StockOfLot } from "#app/domain/stock/keep-lot-stock.server.ts";
import { maxStockReason } from "#app/domain/stock/stock-form.ts";
import { formatLb, toHundredthsLb } from "#app/lib/amounts/weight.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

interface LotStockProps {
  lot: LotDetails;
  stock: StockOfLot;
  requestId: string;
  answer: FormAnswer | undefined;
  className: string;
}

/** Forms to count or waste a lot that isn't tracked with a product. */
export function LotStock({
  lot,
  stock: { productName },
  requestId,
  answer,
  className,
}: LotStockProps) {
  const left = lot.sums.leftLb ?? "0.00";
  const of = (intent: string) => (answer?.values?.intent === intent ? answer : undefined);
  const [count, waste] = [of("count"), of("waste")];
  const field = (own: FormAnswer | undefined, name: string) =>
    answeredField({ values: { ...own?.values }, errors: own?.errors }, name);
  return (
    <section aria-labelledby="stock" className={className}>
      <h2 id="stock" className="text-title">
        Stock
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">
        {productName === null
          ? "This isn’t one of your products, so its stock is kept under this lot:"
          : `The stock of ${productName} is not kept, so what is left is counted and thrown away under this lot:`}{" "}
        {formatLb(Number(left))} expected.
      </p>
      <div className="grid gap-x-10 gap-y-8 border-t border-ink pt-4 md:grid-cols-2">
        <AnsweredForm answer={count} className="grid content-start gap-4">
          <input type="hidden" name="intent" value="count" />
          <input type="hidden" name="requestId" value={count?.values?.requestId ?? requestId} />
          <input
            type="hidden"
            name="seen"
            value={count?.values?.seen ?? String(toHundredthsLb(left))}
          />
          <DecimalField
            label="Pounds counted"
            required
            maxLength={9}
            {...field(count, "counted")}
          />
          <TextField
            label="Note"
            optional
            maxLength={maxStockReason}
            autoComplete="off"
            {...field(count, "reason")}
          />
          {count?.errors?.isMore && (
            <Checkbox name="isMore" value="yes" label="There is more than was ever received" />
          )}
          {count?.message && <Notice tone="error" title={count.message} />}
          <p>
            <SubmitButton variant="secondary">Save count</SubmitButton>
          </p>
        </AnsweredForm>
        <AnsweredForm answer={waste} className="grid content-start gap-4">
          <input type="hidden" name="intent" value="waste" />
          <input type="hidden" name="requestId" value={waste?.values?.requestId ?? requestId} />
          <DecimalField
            label="Pounds thrown away"
            required
            maxLength={9}
            {...field(waste, "amount")}
          />
          <TextField
            label="Reason"
            hint="For instance spoiled, dropped, or trim"
            required
            maxLength={maxStockReason}
            autoComplete="off"
            {...field(waste, "reason")}
          />
          {waste?.errors?.isMeant && (
            <Checkbox name="isMeant" value="yes" label="It is more than what is on hand" />
          )}
          {waste?.message && <Notice tone="error" title={waste.message} />}
          <p>
            <SubmitButton variant="secondary">Enter waste</SubmitButton>
          </p>
        </AnsweredForm>
      </div>
    </section>
  );
}
