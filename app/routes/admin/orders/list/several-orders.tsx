import { useState } from "react";
import { Button } from "#app/components/button.tsx";
import { useMay } from "../../use-frame-facts.ts";

/** The orders ticked in the list. */
export interface ChosenOrders {
  /** The form of the checkboxes, which is below the table. */
  formId: string;
  ids: ReadonlySet<string>;
  onPage: string[];
  choose: (ids: readonly string[], isChosen: boolean) => void;
}

/** Returns the ticked orders of the page. */
export function useChosenOrders(onPage: string[]): ChosenOrders {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const ids = new Set(onPage.filter((id) => ticked.has(id)));
  function choose(some: readonly string[], isChosen: boolean) {
    const next = new Set(ids);
    for (const id of some) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    setTicked(next);
  }
  return { formId: "several", ids, onPage, choose };
}

/**
 * Actions for the ticked orders, shown while any is ticked. To work without JavaScript, it needs a
 * parent with the class `group` around the checkboxes.
 */
export function SeveralOrders({ formId, ids, onPage, choose }: ChosenOrders) {
  const may = useMay();
  const count = ids.size;
  return (
    <form
      id={formId}
      method="get"
      action="/admin/exports/orders.csv"
      aria-label="With the chosen orders"
      className="sticky bottom-0 z-20 hidden flex-wrap items-center gap-x-3 gap-y-2 border-t border-ink bg-paper-light py-3 group-has-[input[name=order]:checked]:flex print:hidden"
    >
      <p role="status" className="needs-script mr-auto font-semibold tabular-nums">
        {count > 0 && (count === 1 ? "1 order chosen" : `${count} orders chosen`)}
      </p>
      {may("pack") && (
        <Button
          type="submit"
          variant="secondary"
          size="sm"
          formAction="/admin/packing/chosen/papers/slips.pdf"
          formTarget="_blank"
        >
          Print slips
        </Button>
      )}
      {may("sell") && (
        <Button type="submit" variant="secondary" size="sm" formAction="/admin/orders/move">
          Move the day
        </Button>
      )}
      <Button type="submit" variant="secondary" size="sm">
        Export
      </Button>
      <Button
        variant="quiet"
        size="sm"
        className="needs-script"
        onClick={() => choose(onPage, false)}
      >
        Clear
      </Button>
    </form>
  );
}
