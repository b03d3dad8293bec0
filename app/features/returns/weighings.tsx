import { useState } from "react";
import { Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { Section } from "#app/components/page/section.tsx";
import { orderName } from "#app/domain/orders/order.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { cameFromInWords, type ReturnedRow, takeBackIntent } from "./returned.ts";

interface WeighingsProps {
  rows: ReturnedRow[];
  /** On an order's own page, which corrects them: a request id for each. Other lists lead there. */
  takeBack?: { requestIds: Record<string, string>; answer: FormAnswer | undefined };
}

/** Goods that were weighed back, newest first, each with a form to take it back. */
export function Weighings({ rows, takeBack }: WeighingsProps) {
  if (rows.length === 0) return null;
  return (
    <Section id="weighed" title="Weighed" look="ruled" className="mt-10">
      <ul className="mt-3 border-t border-rule">
        {rows.map((row) => (
          <li key={row.id} className="border-b border-rule py-3">
            <Weighing row={row} isOfOrder={takeBack !== undefined} />
            {isWeighed(row) && row.takenBack === null && takeBack && (
              <TakeBack
                row={row}
                requestId={takeBack.requestIds[row.id] ?? ""}
                answer={takeBack.answer?.values?.weighing === row.id ? takeBack.answer : undefined}
              />
            )}
            {isWeighed(row) && row.takenBack === null && !takeBack && (
              <Link
                to={`/admin/returns/${row.orderId}#weighed`}
                aria-label={`Correct: ${whatOf(row)}`}
                className="link inline-flex min-h-11 items-center"
              >
                Correct
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Goods that never left the counter were not weighed, so they can't be weighed again. */
const isWeighed = ({ place }: ReturnedRow) => place !== "counter";

const whatOf = ({ lb, productName }: ReturnedRow) => `${formatLb(Number(lb))} of ${productName}`;

function Weighing({ row, isOfOrder }: { row: ReturnedRow; isOfOrder: boolean }) {
  const { takenBack, outcome, lotCode } = row;
  const went = lotCode ? `Back to lot ${lotCode}` : "Back to the stock";
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className={`break-words ${takenBack ? "line-through" : "font-semibold"}`}>
          {whatOf(row)}
        </span>
        {takenBack ? (
          <Badge tone="cancelled">Taken back</Badge>
        ) : (
          <Badge tone={outcome === "stock" ? "fulfilled" : "pending"}>
            {outcome === "stock" ? went : "To the waste"}
          </Badge>
        )}
      </p>
      <p className="break-words text-ink-soft">
        {[
          ...(isOfOrder
            ? [lotCode === null ? "Packed without a lot" : `Lot ${lotCode}`]
            : [row.name, orderName(row.orderNumber).toLowerCase()]),
          cameFromInWords(row).toLowerCase(),
          row.temperatureC !== null && `${Number(row.temperatureC)} °C`,
          row.minutesOut !== null && `${row.minutesOut} min out of cold`,
          row.creditNote !== null && `credit note ${row.creditNote}`,
          row.by,
        ]
          .filter(Boolean)
          .join(", ")}
        , <Moment at={row.weighedAt} time />
      </p>
      {takenBack && (
        <p className="break-words">
          Taken back on <Moment at={takenBack.at} time /> by {takenBack.by}: {takenBack.reason}
          {takenBack.debit !== null && `. Invoice ${takenBack.debit} takes back the credit.`}
        </p>
      )}
    </>
  );
}

interface TakeBackProps {
  row: ReturnedRow;
  requestId: string;
  answer: FormAnswer | undefined;
}

function TakeBack({ row, requestId, answer }: TakeBackProps) {
  // Kept when the page's data reloads, so that submitting twice takes it back once.
  const [ownId] = useState(requestId);
  return (
    <details open={answer !== undefined} className="print:hidden">
      <summary className="min-h-11 w-fit cursor-pointer py-2.5 underline underline-offset-4">
        Correct<span className="sr-only">: {whatOf(row)}</span>
      </summary>
      <AnsweredForm answer={answer} className="mt-1 mb-2 grid max-w-md gap-4">
        <input type="hidden" name="weighing" value={row.id} />
        <input type="hidden" name="requestId" value={ownId} />
        <p>
          This takes the weighing back, so that you can weigh it again.
          {row.creditNote !== null && " The client is billed again for what it credited."}
        </p>
        <TextField
          label="What was wrong with it"
          hint={
            row.creditNote === null
              ? "Such as: 41.0 was typed instead of 4.10."
              : "Such as: 41.0 was typed instead of 4.10. The client reads it on the invoice."
          }
          required
          maxLength={300}
          autoComplete="off"
          {...answeredField(answer, "why")}
        />
        {answer?.message && <Notice tone="error" title={answer.message} />}
        <SubmitButton intent={takeBackIntent} variant="secondary">
          Take it back
        </SubmitButton>
      </AnsweredForm>
    </details>
  );
}
