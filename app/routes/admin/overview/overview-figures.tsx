import { clsx } from "clsx/lite";
import { Link } from "react-router";

/** Counts for the overview. */
export interface ShopFigures {
  pending: number;
  orders: number;
  clients: number;
  invoices: number;
  /** Active products. */
  active: number;
}

const numberFormat = new Intl.NumberFormat("en-CA");

/** The number of pending orders, very large, and the other counts; each links to its list. */
export function Figures({ figures }: { figures: ShopFigures }) {
  return (
    <dl className="grid-page items-start gap-y-6 xl:items-end">
      <Figure
        large
        label={figures.pending === 1 ? "Pending order" : "Pending orders"}
        value={figures.pending}
        to="/admin/orders?status=pending"
      />
      <Figure label="Orders" value={figures.orders} to="/admin/orders" />
      <Figure label="Clients" value={figures.clients} to="/admin/clients" />
      <Figure label="Invoices" value={figures.invoices} to="/admin/invoices" />
      <Figure label="Active products" value={figures.active} to="/admin/products" />
    </dl>
  );
}

interface FigureProps {
  label: string;
  value: number;
  to: string;
  large?: boolean;
}

function Figure({ label, value, to, large = false }: FigureProps) {
  return (
    <div
      className={clsx(
        "relative flex flex-col-reverse",
        large
          ? "col-span-12 xl:col-span-4"
          : "col-span-6 border-l border-rule pl-3 sm:col-span-3 xl:col-span-2 xl:pl-4",
      )}
    >
      <dt className="mt-1 text-sm xl:text-[0.9375rem]">
        <Link to={to} prefetch="intent" className="link after:absolute after:inset-0">
          {label}
        </Link>
      </dt>
      <dd
        className={clsx(
          "font-display lining-nums",
          large ? "text-display font-bold tracking-[-0.02em]" : "text-heading font-semibold",
        )}
      >
        {numberFormat.format(value)}
      </dd>
    </div>
  );
}
