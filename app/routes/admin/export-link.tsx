import { useLocation } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { filterQuery } from "#app/features/exports/export-filter.ts";

interface ExportLinkProps {
  list: "orders" | "clients" | "invoices" | "products";
}

/**
 * Saves a list of the back office as a file for a spreadsheet, filtered as it is on the page; of the
 * orders also their lines.
 */
export function ExportLink({ list }: ExportLinkProps) {
  const filter = filterQuery(useLocation().search);
  // Without `download`: the answer says that it is to be saved, and whoever is sent to sign in instead
  // gets to see that page.
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 print:hidden">
      <a
        href={`/admin/exports/${list}.csv${filter}`}
        className={buttonClass({ variant: "secondary" })}
      >
        Export to CSV
      </a>
      {list === "orders" && (
        <a
          href={`/admin/exports/order-items.csv${filter}`}
          className="link inline-flex min-h-11 items-center text-[0.9375rem]"
        >
          Export order lines
        </a>
      )}
    </div>
  );
}
