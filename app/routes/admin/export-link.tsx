import { Link, useLocation } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { DownloadLink } from "#app/components/download/download-link.tsx";
import { filterQuery } from "#app/lib/csv/export-filter.ts";

interface ExportLinkProps {
  list: "orders" | "clients" | "invoices" | "products" | "receipts";
}

/**
 * Downloads a back office list as CSV, with the page's filters; for orders also their lines, for
 * products the file for scales, and for invoices links to the accounting exports.
 */
export function ExportLink({ list }: ExportLinkProps) {
  const filter = filterQuery(useLocation().search);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 print:hidden">
      <DownloadLink
        href={`/admin/exports/${list}.csv${filter}`}
        className={buttonClass({ variant: "secondary" })}
      >
        Export to CSV
      </DownloadLink>
      {list === "invoices" && (
        <Link
          to="/admin/exports/accounting"
          className="link inline-flex min-h-11 items-center text-[0.9375rem]"
        >
          Accounting
        </Link>
      )}
      {list === "products" && (
        <DownloadLink
          href="/admin/exports/scale-items.csv"
          className="link inline-flex min-h-11 items-center text-[0.9375rem]"
        >
          File for scales
        </DownloadLink>
      )}
      {list === "orders" && (
        <DownloadLink
          href={`/admin/exports/order-items.csv${filter}`}
          className="link inline-flex min-h-11 items-center text-[0.9375rem]"
        >
          Export order lines
        </DownloadLink>
      )}
    </div>
  );
}
