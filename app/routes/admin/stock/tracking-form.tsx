import { useState } from "react";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { trackingText } from "#app/domain/stock/stock.ts";
import type { ProductStockView } from "#app/domain/stock/stock-lists.server.ts";
import { stockTrackings } from "#db/schema/values/meat/stock.ts";
import type { StockAnswer } from "./stock-answer.ts";

interface TrackingFormProps {
  stock: ProductStockView;
  today: string;
  answer: StockAnswer | undefined;
}

/** Form for how a product's stock is kept. */
export function TrackingForm({ stock, today, answer }: TrackingFormProps) {
  const values = {
    tracking: stock.tracking,
    lowAt: stock.lowAt === null ? "" : String(Number(stock.lowAt)),
    closedUntil: stock.closedUntil ?? "",
    version: String(stock.version),
    ...answer?.values,
  };
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  const [tracking, setTracking] = useState<string>(values.tracking);
  const isCounted = tracking === "lb" || tracking === "pieces";
  const offered = stockTrackings.filter(
    (one) => one !== "pieces" || stock.soldBy === "piece" || stock.tracking === one,
  );
  return (
    <section aria-labelledby="tracking">
      <h2 id="tracking" className="mb-4 text-title">
        How it is tracked
      </h2>
      <AnsweredForm answer={answer} key={values.version} className="space-y-5">
        <input type="hidden" name="intent" value="tracking" />
        <input type="hidden" name="version" value={values.version} />
        <SelectField
          label="Stock"
          {...field("tracking")}
          onChange={(event) => setTracking(event.target.value)}
        >
          {offered.map((one) => (
            <option key={one} value={one}>
              {trackingText[one]}
            </option>
          ))}
        </SelectField>
        {/* Without scripts all fields show; those that don't belong to the choice are ignored. */}
        <DecimalField
          label={tracking === "pieces" ? "Low at (pieces)" : "Low at (lb)"}
          optional
          hint={`The shop says “Last ${tracking === "pieces" ? "5 pieces" : "12 lb"}” from there on`}
          {...field("lowAt")}
          maxLength={9}
          className={isCounted ? undefined : "[@media(scripting:enabled)]:hidden"}
        />
        <TextField
          label="Sold out until"
          type="date"
          optional
          min={today}
          hint="Orders for this day and later are taken; if empty, none are."
          {...field("closedUntil")}
          className={tracking === "closed" ? undefined : "[@media(scripting:enabled)]:hidden"}
        />
        {answer?.message && <Notice tone="error" title={answer.message} />}
        <SubmitButton variant="secondary">Save tracking</SubmitButton>
      </AnsweredForm>
    </section>
  );
}
