import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { stockInWords } from "#app/domain/stock/stock.ts";
import { countField, maxStockReason } from "#app/domain/stock/stock-form.ts";
import type { LotOnHand, ProductStockView } from "#app/domain/stock/stock-lists.server.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import type { StockAnswer } from "./stock-answer.ts";

interface CountFormProps {
  stock: ProductStockView;
  requestId: string;
  today: string;
  answer: StockAnswer | undefined;
}

/** Form with the stock of each lot, oldest first, for its count. */
export function CountForm({ stock, requestId, today, answer }: CountFormProps) {
  const { lots, otherLots, unit } = stock;
  const unknown: LotOnHand[] = lots.some(({ lotId }) => lotId === null)
    ? []
    : [{ lotId: null, code: null, supplier: null, ...nothingOfIt }];
  const others = otherLots.map(
    (lot): LotOnHand => ({
      lotId: lot.id,
      code: lot.code,
      supplier: lot.supplier,
      ...nothingOfIt,
    }),
  );
  const values: Record<string, string> = { ...answer?.values };
  const id = values.requestId ?? requestId;
  const row = (lot: LotOnHand) => (
    <CountRow
      key={lot.lotId ?? "unknown"}
      lot={lot}
      unit={unit}
      today={today}
      values={values}
      answer={answer}
    />
  );
  return (
    <section aria-labelledby="count">
      <h2 id="count" className="text-title">
        On hand
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">
        Enter what you counted. Rows that you leave empty stay as they are.
      </p>
      <AnsweredForm answer={answer}>
        <input type="hidden" name="intent" value="count" />
        <input type="hidden" name="requestId" value={id} />
        <ul className="border-t border-ink">{[...lots, ...unknown].map(row)}</ul>
        {others.length > 0 && (
          <details className="border-b border-rule" open={others.some(isTyped(values))}>
            <summary className="min-h-11 cursor-pointer py-2.5">Found some of another lot</summary>
            <ul className="border-t border-rule">{others.map(row)}</ul>
          </details>
        )}
        <TextField
          label="Note"
          optional
          {...answeredField({ values, errors: answer?.errors }, "reason")}
          maxLength={maxStockReason}
          autoComplete="off"
          className="mt-5"
        />
        {answer?.errors?.isMeant && (
          <Checkbox
            name="isMeant"
            value="yes"
            label="Nothing else of the lot is there"
            className="mt-3"
          />
        )}
        {(answer?.errors?.isMore || values.isMore) && (
          <Checkbox
            name="isMore"
            value="yes"
            label="There is more than was ever received"
            defaultChecked={values.isMore === "yes"}
            className="mt-3"
          />
        )}
        {answer?.message && <Notice tone="error" title={answer.message} className="mt-5" />}
        <SubmitButton className="mt-5">Save count</SubmitButton>
      </AnsweredForm>
    </section>
  );
}

const nothingOfIt = { receivedAt: null, expiresOn: null, isHeld: false, amount: 0 };

const isTyped =
  (values: Record<string, string>) =>
  ({ lotId }: LotOnHand) =>
    Boolean(values[countField.counted(lotId)]);

interface CountRowProps extends Pick<CountFormProps, "today" | "answer"> {
  lot: LotOnHand;
  unit: ProductStockView["unit"];
  values: Record<string, string>;
}

function CountRow({ lot, unit, today, values, answer }: CountRowProps) {
  const { lotId, code, supplier, receivedAt, expiresOn, isHeld, amount } = lot;
  const name = code ?? "Lot not known";
  const seen = countField.seen(lotId);
  // Keep the number that was shown: the user has not seen entries made in the meantime.
  const [drawn, setDrawn] = useState(String(amount));
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const box = row.current?.querySelector<HTMLInputElement>("input:not([type=hidden])");
    if (box?.value === "") setDrawn(String(amount));
  }, [amount]);
  return (
    <li
      ref={row}
      className="grid grid-cols-[minmax(0,1fr)_8rem] items-start gap-x-4 border-b border-rule py-3"
    >
      <div className="min-w-0 break-words">
        <p className="font-semibold">
          {lotId ? (
            <Link to={`/admin/lots/${lotId}`} className="link">
              {name}
            </Link>
          ) : (
            name
          )}
          <span className="mx-2 font-normal tabular-nums">{stockInWords(amount, unit)}</span>
          {isHeld && <Badge tone="cancelled">On hold</Badge>}
        </p>
        <p className="text-sm text-ink-soft">
          {supplier}
          {receivedAt && (
            <>
              , received <Moment at={receivedAt} />
            </>
          )}
          {expiresOn && (
            <span className={expiresOn < today ? "font-semibold text-cancelled" : undefined}>
              {expiresOn < today ? ", past best before " : ", best before "}
              {formatFullDay(expiresOn)}
            </span>
          )}
        </p>
      </div>
      <div>
        <input type="hidden" name={seen} value={values[seen] ?? drawn} />
        <DecimalField
          label={
            <>
              {unit === "pieces" ? "Pieces" : "Pounds"}
              <span className="sr-only"> counted of {name}</span>
            </>
          }
          {...answeredField({ values, errors: answer?.errors }, countField.counted(lotId))}
          maxLength={9}
        />
      </div>
    </li>
  );
}
