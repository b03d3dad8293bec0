import { Link, useLocation } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { filterQuery } from "#app/lib/csv/export-filter.ts";

interface ExportLinkProps {
  list: "orders" | "clients" | "invoices" | "products";
}

/**
 * Downloads a back office list as a spreadsheet file, with the page's filters; for orders also
 * their lines.
 */
export function ExportLink({ list }: ExportLinkProps) {
  const filter = filterQuery(useLocation().search);
  // No `download` attribute: the response sets Content-Disposition, and a redirect to the login
  // must still be shown.
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 print:hidden">
      <a
        href={`/admin/exports/${list}.csv${filter}`}
        className={buttonClass({ variant: "secondary" })}
      >
        Export to CSV
      </a>
      {list === "invoices" && (
        <Link
          to="/admin/exports/accounting"
          className="link inline-flex min-h-11 items-center text-[0.9375rem]"
        >
          Accounting
        </Link>
      )}
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
