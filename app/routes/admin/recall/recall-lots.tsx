import { Link } from "react-router";
import { Table, Td, Th } from "#app/components/table.tsx";
import type { LotBalance } from "#app/domain/lots/lot-trace.ts";
import {
  countedOfLot,
  differenceInWords,
  lossInWords,
  onHandInWords,
  packedInWords,
} from "#app/features/recall/balance-words.ts";
import { formatLb, holdLb } from "#app/lib/amounts/weight.ts";

const pounds = (lb: string | null) => (lb === null ? "–" : formatLb(Number(lb)));

/** The parts of a balance whose columns a narrow screen hides, so that it adds up on each. */
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
  const received = told([["Came in", pounds(lot.receivedLb)]]);
  return (
    <span className="block text-sm font-normal tabular-nums xl:hidden">
      {received.map((part) => (
        <span key={part} className="block sm:hidden">
          {part}
        </span>
      ))}
      {narrow.map((part) => (
        <span key={part} className="block lg:hidden">
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

// The columns only fit side by side with figures that have words beside them on two lines, and all
// nine with less room between them.
const figure = "lg:pr-4";
const worded = "md:whitespace-normal lg:pr-4";

/** The lots of a recall, each with its balance. */
export function RecallLots({ lots }: { lots: LotBalance[] }) {
  return (
    <section aria-labelledby="lots" className="mt-12">
      <h2 id="lots" className="mb-4 text-title">
        Lots
      </h2>
      <Table label="Lots of the recall">
        <thead>
          <tr>
            <Th>Lot</Th>
            <Th numeric className={`hidden sm:table-cell ${figure}`}>
              Came in
            </Th>
            <Th numeric className={figure}>
              Packed
            </Th>
            <Th numeric className={`hidden lg:table-cell ${figure}`}>
              Into other lots
            </Th>
            <Th numeric className={`hidden lg:table-cell ${figure}`}>
              Thrown away
            </Th>
            <Th numeric className={`hidden xl:table-cell ${figure}`}>
              Lost in cutting
            </Th>
            <Th numeric className={`hidden xl:table-cell ${figure}`}>
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
              <Th scope="row" className="max-w-60 break-words">
                <Link to={`/admin/lots/${lot.id}`} className="link">
                  {lot.code}
                </Link>
                <span className="block text-sm font-normal text-ink-soft">
                  {[lot.meat, lot.supplier].filter(Boolean).join(", ")}
                </span>
                <HiddenParts lot={lot} />
              </Th>
              <Td numeric className={`hidden sm:table-cell ${figure}`}>
                {pounds(lot.receivedLb)}
              </Td>
              <Td numeric className={worded}>
                {holdLb(packedInWords(lot))}
              </Td>
              <Td numeric className={`hidden lg:table-cell ${figure}`}>
                {pounds(lot.intoLb)}
              </Td>
              <Td numeric className={`hidden lg:table-cell ${figure}`}>
                {pounds(lot.wastedLb)}
              </Td>
              <Td numeric className={`hidden xl:table-cell ${figure}`}>
                {lossInWords(lot)}
              </Td>
              <Td numeric className={`hidden xl:table-cell ${figure}`}>
                {countedOfLot(lot)}
              </Td>
              <Td numeric className={`hidden md:table-cell ${worded}`}>
                {holdLb(onHandInWords(lot))}
              </Td>
              <Td numeric className="max-md:pr-0 md:whitespace-normal">
                {holdLb(differenceInWords(lot))}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
