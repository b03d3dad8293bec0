import { type ReactNode, useState } from "react";
import { Skeleton } from "#app/components/page/skeleton.tsx";
import { useOnDemand } from "#app/components/use-on-demand.ts";

interface ChartFigureProps<Chart extends object> {
  label: string;
  total: ReactNode;
  of: string;
  /** Explains what is and isn't counted. */
  caption: string;
  /** Class that reserves the chart's height. */
  height: string;
  /** Imports the chart's module, the only one with recharts, which no other page should include. */
  load: () => Promise<Chart>;
  draw: (chart: Chart) => ReactNode;
  table: ReactNode;
}

/**
 * A chart with its total, caption and a table of the same figures. It loads after the page, which
 * is complete without it: there is no layout shift, and if loading fails, the table is expanded.
 */
export function ChartFigure<Chart extends object>(props: ChartFigureProps<Chart>) {
  const [failed, setFailed] = useState(false);
  const chart = useOnDemand(props.load, !failed, () => setFailed(true));
  return (
    <>
      <p className="-mt-2 flex flex-wrap items-baseline gap-x-3 text-ink-soft">
        <span className="text-heading text-ink">{props.total}</span> {props.of}
      </p>
      <figure aria-label={props.label} className="mt-5">
        {failed ? (
          <p className="text-ink-soft">The chart could not be loaded; these are its figures.</p>
        ) : (
          <div className={`needs-script ${props.height}`}>
            {chart ? props.draw(chart) : <Skeleton className="h-full" />}
          </div>
        )}
        <details open={failed} className="mt-3 max-w-2xl open:pb-4">
          <summary className="min-h-11 py-2.5 text-[0.9375rem] hover:text-oxblood">
            Show as table
          </summary>
          {props.table}
        </details>
        <figcaption className="max-w-xl text-sm text-ink-soft">{props.caption}</figcaption>
      </figure>
    </>
  );
}
