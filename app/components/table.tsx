import { clsx } from "clsx/lite";
import type { ComponentProps, ReactNode } from "react";

interface TableProps {
  /** Names the table, and the region that scrolls sideways where it does not fit. */
  label: string;
  children: ReactNode;
  className?: string;
}

// Safari scrolls a region by keyboard only when the region itself can take focus.
const keyboardScrollable = { tabIndex: 0 };

/**
 * A table of data: `<Table label="Orders"><thead>…</thead><tbody>…</tbody></Table>` with `Th`/`Td`.
 * On a narrow screen the table scrolls inside its region, which the keyboard can reach; the page
 * itself never scrolls sideways.
 */
export function Table({ label, children, className }: TableProps) {
  return (
    <section
      aria-label={label}
      {...keyboardScrollable}
      className="scroll-fade relative overflow-x-auto print:overflow-visible border-t border-ink focus-visible:-outline-offset-2"
    >
      <table className={clsx("w-full border-collapse text-left text-[0.9375rem]", className)}>
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </section>
  );
}

/** On paper, what the table belongs to: the head of a table is repeated on each page. */
export function PrintedHead({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr className="hidden print:table-row">
      <th colSpan={columns} scope="colgroup" className="pb-1 text-sm font-semibold">
        {children}
      </th>
    </tr>
  );
}

interface CellProps {
  /** Numbers stand to the right, with figures of one width. */
  numeric?: boolean;
}

const pad = "py-3.5 last:pr-0 print:py-1.5";

/** The head of a column; `scope="row"` makes it the head of its row. */
export function Th({ numeric, className, ...rest }: ComponentProps<"th"> & CellProps) {
  const ofRow = rest.scope === "row";
  return (
    <th
      scope="col"
      {...rest}
      className={clsx(
        pad,
        "border-b align-baseline",
        ofRow
          ? "border-rule font-semibold"
          : "border-rule-strong text-sm font-semibold text-ink-soft",
        numeric ? "pr-5 text-right tabular-nums md:pr-10" : "pr-3 md:pr-6",
        className,
      )}
    />
  );
}

/** One cell. */
export function Td({ numeric, className, ...rest }: ComponentProps<"td"> & CellProps) {
  return (
    <td
      {...rest}
      className={clsx(
        pad,
        "border-b border-rule align-baseline",
        numeric ? "pr-5 text-right whitespace-nowrap tabular-nums md:pr-10" : "pr-3 md:pr-6",
        className,
      )}
    />
  );
}
