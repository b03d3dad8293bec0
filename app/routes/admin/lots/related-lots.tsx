import { useId } from "react";
import { Link } from "react-router";
import type { RelatedLot } from "#app/domain/lots/lots.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";

interface RelatedLotsProps {
  title: string;
  none: string;
  lots: RelatedLot[];
}

/** The lots that a lot was made from, or that were made from it, through all steps; nearest first. */
export function RelatedLots({ title, none, lots }: RelatedLotsProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-4 text-title">
        {title}
      </h2>
      {lots.length === 0 ? (
        <p className="border-t border-ink pt-3 text-ink-soft">{none}</p>
      ) : (
        <ul className="border-t border-ink">
          {lots.map((lot) => (
            <li
              key={lot.id}
              className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-rule py-2.5"
            >
              <span className="min-w-0 break-words">
                <Link to={`/admin/lots/${lot.id}`} className="link font-semibold">
                  {lot.code}
                </Link>{" "}
                <span className="ml-1 text-ink-soft">{lot.supplier}</span>
              </span>
              <span className="text-sm text-ink-soft tabular-nums">
                {lot.steps > 1
                  ? `through ${lot.through.join(", ")}`
                  : lot.lb
                    ? formatLb(Number(lot.lb))
                    : "Pounds not entered"}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
