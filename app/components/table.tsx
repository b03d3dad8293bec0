import { clsx } from "clsx/lite";
import type { ComponentProps, ReactNode } from "react";

/** A column's head: its text, or with the props of its `Th`. Anything falsy is no column. */
type Column =
  | string
  | false
  | null
  | undefined
  | (Omit<ComponentProps<typeof Th>, "children"> & {
      head: ReactNode;
      isHeadHidden?: boolean;
    });

interface TableProps {
  /** Accessible name of the table and of its scrolling region. */
  label: string;
  /** Without them, the table has its own `thead`. */
  columns?: Column[];
  /** The rows; without `columns`, the `thead`, `tbody` and `tfoot`. */
  children: ReactNode;
  foot?: ReactNode;
  className?: string;
}

// Safari scrolls a region by keyboard only when the region itself can take focus.
const keyboardScrollable = { tabIndex: 0 };

/**
 * A data table: `<Table label="Orders" columns={["Order", { head: "Total", numeric: true }]}>` with
 * rows of `Th` and `Td`. On narrow screens it scrolls within its region, also by keyboard; the page
 * itself never scrolls sideways.
 */
export function Table({ label, columns, children, foot, className }: TableProps) {
  return (
    <section
      aria-label={label}
      {...keyboardScrollable}
      className="scroll-fade relative overflow-x-auto print:overflow-visible border-t border-ink focus-visible:-outline-offset-2"
    >
      <table className={clsx("w-full border-collapse text-left text-[0.9375rem]", className)}>
        <caption className="sr-only">{label}</caption>
        {columns && (
          <thead>
            <tr>{columns.map(headOf)}</tr>
          </thead>
        )}
        {columns ? <tbody>{children}</tbody> : children}
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </section>
  );
}

function headOf(column: Column, place: number) {
  if (!column) return null;
  const { head, isHeadHidden, ...props } = typeof column === "string" ? { head: column } : column;
  return (
    <Th key={place} {...props}>
      {isHeadHidden ? <span className="sr-only">{head}</span> : head}
    </Th>
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

export function Td({ numeric, className, ...rest }: ComponentProps<"td"> & CellProps) {
  return <td {...rest} className={clsx(cellClass(numeric), className)} />;
}

const cellClass = (numeric?: boolean) => clsx("cell", numeric && "cell-number");
