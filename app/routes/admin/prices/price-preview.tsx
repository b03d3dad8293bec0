import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Checkbox } from "#app/components/form/choice-fields.tsx";
import { underCostField } from "#app/domain/margins/under-cost.ts";
import { cellKey, type GridPlan, placeOf } from "#app/domain/pricing/editing/price-form.ts";
import { formatPricePerLb } from "#app/lib/amounts/money.ts";

/** A plan with the names of its products, by id, as they may be on other pages. */
export interface NamedPlan extends GridPlan {
  names: Record<string, string>;
  /** True if requested, and scrolled into view; false if carried along to another page. */
  isAsked?: boolean;
  /** Changes below cost, and whether they are confirmed; for the owner only. */
  under?: PlannedUnderCost[];
  isMeant?: boolean;
}

export interface PlannedUnderCost {
  key: string;
  costCentsPerLb: number;
}

/** Listed changes; thousands make every page of the grid slow. */
const mostShown = 200;

interface PreviewProps {
  plan: NamedPlan;
  names: ReadonlyMap<string, string>;
  isSaving: boolean;
}

/** Shows what would change; the button saves the values in the fields. */
export function Preview({ plan, names, isSaving }: PreviewProps) {
  const { changes, errors, from, names: products } = plan;
  const { search } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  // The heading is above the grid, far from the button that requests it.
  useEffect(() => {
    if (plan.isAsked) heading.current?.focus();
  }, [plan]);
  const count = changes.length.toLocaleString("en-CA");
  const refused = Object.entries(errors);
  const under = new Map(plan.under?.map(({ key, costCentsPerLb }) => [key, costCentsPerLb]));
  return (
    <section aria-labelledby="preview" className="mb-8 border border-ink bg-paper-light p-4">
      <h2 id="preview" ref={heading} tabIndex={-1} className="scroll-mt-6 text-title">
        {count} {changes.length === 1 ? "changed price" : "changed prices"}
      </h2>
      <ul className="mt-3 max-h-80 overflow-y-auto tabular-nums">
        {changes.slice(0, mostShown).map(({ column, productId, seen, wanted, percent }) => (
          <li
            key={cellKey(column, productId)}
            className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-1.5"
          >
            <span>
              {products[productId] ?? "A product that is gone"}
              <span className="text-ink-soft">, {names.get(column) ?? "a list that is gone"}</span>
            </span>
            <span>
              <s className="text-ink-soft">{seen || "none"}</s>{" "}
              <strong>{wanted || "as the catalogue"}</strong> {percent}
              <UnderCost cents={under.get(cellKey(column, productId))} />
            </span>
          </li>
        ))}
      </ul>
      {changes.length > mostShown && (
        <p className="mt-2 text-ink-soft">
          And {(changes.length - mostShown).toLocaleString("en-CA")} more, marked in the grid.
        </p>
      )}
      {from && <p className="mt-3">Catalogue prices apply from {from}; those of lists at once.</p>}
      {refused.length > 0 && (
        <div className="mt-4 text-cancelled">
          <p className="font-semibold">
            {refused.length} {refused.length === 1 ? "box is" : "boxes are"} marked. Please check
            before you save.
          </p>
          <ul className="mt-1 max-h-40 overflow-y-auto">
            {refused.map(([key, error]) => {
              const { column, productId } = placeOf(key);
              return (
                <li key={key}>
                  {products[productId] ?? "A product that is gone"},{" "}
                  {names.get(column) ?? "a list that is gone"}: {error}
                </li>
              );
            })}
          </ul>
        </div>
      )}
      {under.size > 0 && (
        <div className="mt-4">
          <Checkbox
            label={
              under.size === 1
                ? "The price under cost is meant"
                : `The ${under.size} prices under cost are meant`
            }
            name={underCostField}
            value="yes"
            defaultChecked={plan.isMeant}
          />
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-4">
        {changes.length > 0 && (
          <Button type="submit" name="intent" value="save" pending={isSaving}>
            Save {changes.length === 1 ? "this price" : `these ${count} prices`}
          </Button>
        )}
        <Link
          to={{ search }}
          replace
          preventScrollReset
          className="link inline-flex min-h-11 items-center"
        >
          Discard the changes
        </Link>
      </div>
    </section>
  );
}

function UnderCost({ cents }: { cents: number | undefined }) {
  if (cents === undefined) return null;
  return (
    <span className="block text-sm font-semibold text-cancelled">
      Under cost, {formatPricePerLb(cents)}
    </span>
  );
}
