import { clsx } from "clsx/lite";
import type { ComponentProps, ReactNode } from "react";

interface TableProps {
  /** Accessible name of the table and of its scrolling region. */
  label: string;
  children: ReactNode;
  className?: string;
}

// Safari scrolls a region by keyboard only when the region itself can take focus.
const keyboardScrollable = { tabIndex: 0 };

/**
 * A data table: `<Table label="Orders"><thead>…</thead><tbody>…</tbody></Table>` with `Th`/`Td`. On
 * narrow screens it scrolls within its region, also by keyboard; the page itself never scrolls
 * sideways.
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

/** Print only: a heading inside the table head, which is repeated on each page. */
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
  /** Right-aligned, with tabular figures. */
  numeric?: boolean;
}

/** A column header; `scope="row"` makes it a row header. */
export function Th({ numeric, className, ...rest }: ComponentProps<"th"> & CellProps) {
  return <th scope="col" {...rest} className={clsx(cellClass(numeric), className)} />;
}

/** A table cell. */
export function Td({ numeric, className, ...rest }: ComponentProps<"td"> & CellProps) {
  return <td {...rest} className={clsx(cellClass(numeric), className)} />;
}

const cellClass = (numeric?: boolean) => clsx("cell", numeric && "cell-number");
