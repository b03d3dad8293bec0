import { Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import type { LotBalance } from "#app/domain/lots/lot-trace.ts";
import {
  countedOfLot,
  differenceInWords,
  lossInWords,
  onHandInWords,
  packedInWords,
} from "#app/features/recall/balance-words.ts";
import type { RecallHold } from "#app/features/recall/recalls.server.ts";
import { formatLb, holdLb } from "#app/lib/amounts/weight.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";

const pounds = (lb: string | null) => (lb === null ? "–" : formatLb(Number(lb)));

/** The parts of a balance whose columns a narrow screen hides, so that it still adds up. */
function HiddenParts({ lot }: { lot: LotBalance }) {
  const told = (parts: [label: string, value: string][]) =>
    parts
      .filter(([, value]) => /[1-9]/.test(value))
      .map(([label, value]) => `${label} ${holdLb(value)}`);
  const narrow = told([
    ["Into other lots", pounds(lot.intoLb)],
    ["Thrown away", pounds(lot.wastedLb)],
  ]);
  const onHand = told([["On hand", onHandInWords(lot)]]);
  const medium = told([
    ["Lost in cutting", lossInWords(lot)],
    ["Counted", countedOfLot(lot)],
  ]);
  const received = told([
    ["Came in", pounds(lot.receivedLb)],
    ["Packed", packedInWords(lot)],
  ]);
  return (
    <span className="block text-sm font-normal tabular-nums 2xl:hidden">
      {received.map((part) => (
        <span key={part} className="block sm:hidden">
          {part}
        </span>
      ))}
      {narrow.map((part) => (
        <span key={part} className="block xl:hidden">
          {part}
        </span>
      ))}
      {onHand.map((part) => (
        <span key={part} className="block md:hidden">
          {part}
        </span>
      ))}
      {medium.map((part) => (
        <span key={part} className="block">
          {part}
        </span>
      ))}
    </span>
  );
}

// Columns with words beside figures only fit on two lines, and all nine only on the widest screens.
// The first keeps room for a lot's names at any width.
const figure = "lg:pr-4";
const worded = "whitespace-normal lg:pr-4";

interface RecallLotsProps {
  lots: LotBalance[];
  holds: RecallHold[];
  mayRelease: boolean;
  answer: FormAnswer | undefined;
}

/** The lots of a recall, each with its balance and its hold. */
export function RecallLots({ lots, holds, mayRelease, answer }: RecallLotsProps) {
  const holdOf = new Map(holds.map((hold) => [hold.id, hold]));
  return (
    <section aria-labelledby="lots" className="mt-12">
      <h2 id="lots" className="mb-4 text-title">
        Lots
      </h2>
      <Table label="Recalled lots">
        <thead>
          <tr>
            <Th>Lot</Th>
            <Th numeric className={`hidden sm:table-cell ${figure}`}>
              Came in
            </Th>
            <Th numeric className={`hidden sm:table-cell ${figure}`}>
              Packed
            </Th>
            <Th numeric className={`hidden xl:table-cell ${figure}`}>
              Into other lots
            </Th>
            <Th numeric className={`hidden xl:table-cell ${figure}`}>
              Thrown away
            </Th>
            <Th numeric className={`hidden 2xl:table-cell ${figure}`}>
              Lost in cutting
            </Th>
            <Th numeric className={`hidden 2xl:table-cell ${figure}`}>
              Counted
            </Th>
            <Th numeric className={`hidden md:table-cell ${figure}`}>
              On hand
            </Th>
            <Th numeric className="max-md:pr-0">
              Difference
            </Th>
          </tr>
        </thead>
        <tbody>
          {lots.map((lot) => (
            <tr key={lot.id}>
              <Th
                scope="row"
                className="max-w-96 break-words max-sm:w-full sm:min-w-48 lg:min-w-64"
              >
                <Link to={`/admin/lots/${lot.id}`} className="link">
                  {lot.code}
                </Link>
                <span className="block text-sm font-normal text-ink-soft">
                  {[lot.meat, lot.supplier].filter(Boolean).join(", ")}
                </span>
                <Hold
                  hold={holdOf.get(lot.id)}
                  mayRelease={mayRelease}
                  answer={answer?.values?.lotId === lot.id ? answer : undefined}
                />
                <HiddenParts lot={lot} />
              </Th>
              <Td numeric className={`hidden sm:table-cell ${figure}`}>
                {pounds(lot.receivedLb)}
              </Td>
              <Td numeric className={`hidden sm:table-cell ${worded}`}>
                {holdLb(packedInWords(lot))}
              </Td>
              <Td numeric className={`hidden xl:table-cell ${figure}`}>
                {pounds(lot.intoLb)}
              </Td>
              <Td numeric className={`hidden xl:table-cell ${figure}`}>
                {pounds(lot.wastedLb)}
              </Td>
              <Td numeric className={`hidden 2xl:table-cell ${figure}`}>
                {lossInWords(lot)}
              </Td>
              <Td numeric className={`hidden 2xl:table-cell ${figure}`}>
                {countedOfLot(lot)}
              </Td>
              <Td numeric className={`hidden md:table-cell ${worded}`}>
                {holdLb(onHandInWords(lot))}
              </Td>
              <Td numeric className="whitespace-normal max-md:pr-0 max-sm:min-w-24">
                {holdLb(differenceInWords(lot))}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

interface HoldProps extends Pick<RecallLotsProps, "mayRelease" | "answer"> {
  hold: RecallHold | undefined;
}

/** Shows a lot's hold, and the form that releases it if it proved good. */
function Hold({ hold, mayRelease, answer }: HoldProps) {
  if (!hold) return null;
  if (hold.releasedAt) {
    return (
      <span className="block text-sm font-normal">
        Released <Moment at={hold.releasedAt} />
        {hold.releaseNote && `: ${hold.releaseNote}`}
      </span>
    );
  }
  return (
    <>
      <Badge tone="cancelled">On hold</Badge>
      {mayRelease && (
        <details open={answer !== undefined} className="font-normal print:hidden">
          <summary className="min-h-11 cursor-pointer py-2.5 text-sm underline underline-offset-4">
            Release this lot<span className="sr-only"> {hold.code}</span>
          </summary>
          <AnsweredForm answer={answer} className="mb-2 grid gap-3">
            <input type="hidden" name="lotId" value={hold.id} />
            <TextField
              label={
                <>
                  Reason for the release<span className="sr-only">, lot {hold.code}</span>
                </>
              }
              required
              maxLength={500}
              autoComplete="off"
              {...answeredField(answer, "releaseNote")}
            />
            {answer?.message && <Notice tone="error" title={answer.message} />}
            <SubmitButton name="intent" value="clear" variant="secondary">
              Release
            </SubmitButton>
          </AnsweredForm>
        </details>
      )}
    </>
  );
}
