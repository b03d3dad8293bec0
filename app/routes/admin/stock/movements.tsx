import { Link } from "react-router";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { orderNumber } from "#app/domain/orders/order.ts";
import { type StockUnit, stockInWords } from "#app/domain/stock/stock.ts";
import { maxStockReason } from "#app/domain/stock/stock-form.ts";
import type { StockMovement } from "#app/domain/stock/stock-lists.server.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import type { TwoWayPage } from "#app/lib/page-of-rows.ts";
import { ListPages } from "#app/routes/list-pages.tsx";
import { useMay } from "../use-frame-facts.ts";

const kindText: Record<StockMovement["kind"], string> = {
  received: "Received",
  "cut from": "Cut from",
  "cut into": "Cut into",
  packed: "Packed",
  unpacked: "Taken out of a package",
  returned: "Returned",
  waste: "Waste",
  count: "Counted",
};

/** E.g. "Packed"; a count without a change is labelled as such. */
const whatInWords = ({ kind, amount }: Pick<StockMovement, "kind" | "amount">) =>
  kind === "count" && amount === 0 ? "Counted, as expected" : kindText[kind];

const markText: Record<NonNullable<StockMovement["mark"]>, string> = {
  "taken back": "Taken back",
  "takes back": "Takes an entry back",
  "not tracked": "Not taken off the stock, which was not tracked then",
};

/** The parameters of a page of movements, on pages that have another list besides. */
export const movementPages = "entries-";

interface MovementsProps {
  movements: TwoWayPage<StockMovement>;
  unit: StockUnit;
  answer: FormAnswer | undefined;
  className: string;
}

/** Stock entries and packages without one, newest first, with buttons to reverse mistakes. */
export function Movements({ movements, unit, answer, className }: MovementsProps) {
  return (
    <section aria-labelledby="movements" className={className}>
      <h2 id="movements" className="mb-4 text-title">
        What came and went
      </h2>
      <Table label="Entries, newest first">
        <thead>
          <tr>
            <Th>When</Th>
            <Th>What</Th>
            <Th className="hidden md:table-cell">Lot</Th>
            <Th className="hidden lg:table-cell">Why</Th>
            <Th className="hidden lg:table-cell">Who</Th>
            <Th numeric>Change</Th>
          </tr>
        </thead>
        <tbody>
          {movements.rows.map(
            ({ id, kind, amount, lotId, lotCode, reason, by, at, mark, ...one }) => (
              <tr key={id}>
                <Td className="align-top">
                  <Moment at={at} time />
                </Td>
                <Td className="max-w-72 break-words">
                  {whatInWords({ kind, amount })}
                  {mark === "not tracked" && ` ${stockInWords(-amount, "lb")}`}
                  {one.order && <OrderLink order={one.order} />}
                  <span className="block text-sm text-ink-soft md:hidden">{lotCode}</span>
                  <span className="block text-sm text-ink-soft lg:hidden">{reason}</span>
                  {mark && <span className="block text-sm font-semibold">{markText[mark]}</span>}
                  {one.isByHand && mark === null && (
                    <TakeBack
                      id={id}
                      what={`${whatInWords({ kind, amount })}, ${stockInWords(amount, unit)}`}
                      answer={answer?.values?.entry === id ? answer : undefined}
                    />
                  )}
                </Td>
                <Td className="hidden max-w-60 break-words md:table-cell">
                  {lotId ? (
                    <Link to={`/admin/lots/${lotId}`} className="link">
                      {lotCode}
                    </Link>
                  ) : (
                    <span className="text-ink-soft">Not known</span>
                  )}
                </Td>
                <Td className="hidden max-w-72 break-words lg:table-cell">{reason}</Td>
                <Td className="hidden max-w-60 break-words lg:table-cell">{by ?? "The shop"}</Td>
                <Td numeric className="whitespace-nowrap">
                  {amount > 0 && "+"}
                  {stockInWords(mark === "not tracked" ? 0 : amount, unit)}
                </Td>
              </tr>
            ),
          )}
        </tbody>
      </Table>
      <ListPages
        label="Pages of entries"
        of={movementPages}
        hasNewer={movements.hasNewer}
        hasOlder={movements.hasMore}
        first={movements.rows[0]}
        last={movements.rows.at(-1)}
      />
    </section>
  );
}

/** Names the order of packed meat, or the receipt of a sale over the counter. */
function OrderLink({
  order: { id, number, soldAs },
}: {
  order: NonNullable<StockMovement["order"]>;
}) {
  const may = useMay();
  const name = soldAs ?? `Order ${orderNumber(number)}`;
  const path =
    soldAs !== null && may("till") ? `/admin/counter/sales/${id}` : `/admin/orders/${id}`;
  return (
    <span className="block text-sm whitespace-nowrap">
      {may("till") || may("orders") ? (
        <Link to={path} className="link">
          {name}
        </Link>
      ) : (
        name
      )}
    </span>
  );
}

interface TakeBackProps {
  id: string;
  what: string;
  answer: FormAnswer | undefined;
}

function TakeBack({ id, what, answer }: TakeBackProps) {
  return (
    <details open={answer !== undefined} className="print:hidden">
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm underline underline-offset-4">
        Take back<span className="sr-only">: {what}</span>
      </summary>
      <AnsweredForm answer={answer} className="mb-2 grid gap-3">
        <input type="hidden" name="intent" value="take-back" />
        <input type="hidden" name="entry" value={id} />
        <TextField
          label="Reason for taking it back"
          hint="For instance 4.5 was meant. Another entry undoes it; both stay here."
          required
          maxLength={maxStockReason}
          autoComplete="off"
          {...answeredField(answer, "takeBackReason")}
        />
        {answer?.message && <Notice tone="error" title={answer.message} />}
        <SubmitButton variant="secondary">Take back</SubmitButton>
      </AnsweredForm>
    </details>
  );
}
