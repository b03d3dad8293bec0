import type { totalsOf } from "./receipt-totals.ts";

/** The sums of a receipt while it is typed or corrected. */
export function ReceiptSums({
  totals: { lb, boxes, refusedLb, cost, claimed, due, billed, unbilled },
  hasMoney,
}: {
  totals: ReturnType<typeof totalsOf>;
  hasMoney: boolean;
}) {
  const facts: [label: string, value: string, note?: string][] = [
    ["Accepted", `${lb}${boxes > 0 ? `, ${boxes} ${boxes === 1 ? "box" : "boxes"}` : ""}`],
    ...(refusedLb ? ([["Refused", refusedLb]] as [string, string][]) : []),
    ...(hasMoney
      ? ([
          ["Their invoice should say", due, "For what is accepted, with freight"],
          ...(billed ? [["It says, as entered", billed, "With what is claimed"]] : []),
          ["Cost with freight", cost],
        ] as [string, string, string?][])
      : []),
    ...(hasMoney && claimed ? ([["To claim", claimed]] as [string, string][]) : []),
    ...(hasMoney && unbilled
      ? ([["Billed for what is refused", "Not entered", `For ${unbilled}`]] as [
          string,
          string,
          string,
        ][])
      : []),
  ];
  return (
    <section aria-label="Sums" aria-live="polite" className="min-w-0 flex-1 max-md:basis-full">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {facts.map(([label, value, note]) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
            {note && <dd className="text-sm text-ink-soft md:sr-only">{note}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}
