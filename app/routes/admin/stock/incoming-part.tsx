import { Button } from "#app/components/button.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { stockInWords } from "#app/domain/stock/stock.ts";
import { maxStockReason } from "#app/domain/stock/stock-form.ts";
import type { Incoming, ProductStockView } from "#app/domain/stock/stock-lists.server.ts";
import { dateInWords } from "#app/lib/dates.ts";
import type { StockAnswer } from "./stock-answer.ts";

interface IncomingPartProps {
  stock: ProductStockView;
  requestId: string;
  today: string;
  answer: StockAnswer | undefined;
}

export function IncomingPart({ stock, requestId, today, answer }: IncomingPartProps) {
  const { coming, unit } = stock;
  const values: Record<string, string> = answer?.intent === "incoming" ? { ...answer.values } : {};
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  const id = values.requestId ?? requestId;
  return (
    <section aria-labelledby="incoming">
      <h2 id="incoming" className="text-title">
        Incoming
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">Orders for that day and later can already have it.</p>
      {coming.length > 0 && (
        <ul className="mb-6 border-t border-ink">
          {coming.map((one) => (
            <ComingRow key={one.id} one={one} unit={unit} today={today} />
          ))}
        </ul>
      )}
      {answer?.intent !== "incoming" && answer?.message && (
        <Notice tone="error" title={answer.message} className="mb-6" />
      )}
      <AnsweredForm answer={answer} className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <input type="hidden" name="intent" value="incoming" />
        <input type="hidden" name="requestId" value={id} />
        <TextField label="Day" type="date" required min={today} {...field("arrivesOn")} />
        <DecimalField
          label={unit === "pieces" ? "Pieces to come" : "Pounds to come"}
          required
          {...field("amount")}
          maxLength={9}
        />
        <TextField
          label="From whom, or what else to know"
          optional
          {...field("note")}
          maxLength={maxStockReason}
          autoComplete="off"
          className="sm:col-span-2"
        />
        {answer?.intent === "incoming" && answer.message && (
          <Notice tone="error" title={answer.message} className="sm:col-span-2" />
        )}
        <div className="sm:col-span-2">
          <SubmitButton variant="secondary">Add what is to come</SubmitButton>
        </div>
      </AnsweredForm>
    </section>
  );
}

function ComingRow({
  one: { id, arrivesOn, amount, note },
  unit,
  today,
}: {
  one: Incoming;
  unit: ProductStockView["unit"];
  today: string;
}) {
  const what = `${stockInWords(amount, unit)} for ${dateInWords(arrivesOn)}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-2.5">
      <div className="min-w-0 break-words">
        <p className="font-semibold tabular-nums">
          {stockInWords(amount, unit)}
          <span className="ml-2 font-normal">{dateInWords(arrivesOn)}</span>
        </p>
        {arrivesOn < today && (
          <p className="text-sm font-semibold text-cancelled">
            Should have come: it is not counted on
          </p>
        )}
        {note && <p className="text-sm text-ink-soft">{note}</p>}
      </div>
      <AnsweredForm answer={undefined} className="flex gap-3">
        <input type="hidden" name="incoming" value={id} />
        <Button
          type="submit"
          name="intent"
          value="arrived"
          variant="secondary"
          aria-label={`It is here: ${what}`}
        >
          It is here
        </Button>
        <Button
          type="submit"
          name="intent"
          value="remove"
          variant="secondary"
          aria-label={`Remove: ${what}`}
        >
          Remove
        </Button>
      </AnsweredForm>
    </li>
  );
}
