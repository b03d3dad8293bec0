import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { stockInWords } from "#app/domain/stock/stock.ts";
import { maxStockReason } from "#app/domain/stock/stock-form.ts";
import type { ProductStockView } from "#app/domain/stock/stock-lists.server.ts";
import type { StockAnswer } from "./stock-answer.ts";

interface WasteFormProps {
  stock: ProductStockView;
  requestId: string;
  answer: StockAnswer | undefined;
}

export function WasteForm({ stock: { lots, unit }, requestId, answer }: WasteFormProps) {
  const values: Record<string, string> = { ...answer?.values };
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  const id = values.requestId ?? requestId;
  return (
    <section aria-labelledby="waste">
      <h2 id="waste" className="mb-4 text-title">
        Waste
      </h2>
      <AnsweredForm answer={answer} className="space-y-5">
        <input type="hidden" name="intent" value="waste" />
        <input type="hidden" name="requestId" value={id} />
        <SelectField label="Lot" {...field("lot")}>
          {lots.map(
            ({ lotId, code, amount }) =>
              lotId && (
                <option key={lotId} value={lotId}>
                  {code}, {stockInWords(amount, unit)}
                </option>
              ),
          )}
          <option value="">Not known</option>
        </SelectField>
        <DecimalField
          label={unit === "pieces" ? "Pieces thrown away" : "Pounds thrown away"}
          required
          {...field("amount")}
          maxLength={9}
        />
        <TextField
          label="Reason"
          hint="For instance spoiled, dropped, or trim"
          required
          {...field("reason")}
          maxLength={maxStockReason}
          autoComplete="off"
        />
        {answer?.errors?.isMeant && (
          <Checkbox name="isMeant" value="yes" label="It is more than what is on hand" />
        )}
        {answer?.message && <Notice tone="error" title={answer.message} />}
        <SubmitButton variant="secondary">Enter waste</SubmitButton>
      </AnsweredForm>
    </section>
  );
}
