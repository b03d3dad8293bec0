import { Link } from "react-router";
import { isReceiptNumber } from "#app/domain/documents/invoice.ts";
import { destinationInWords } from "#app/domain/ordering/delivery/delivery-words.ts";
import type { AdminOrder } from "#app/domain/orders/order.ts";
import { wayInWords } from "#app/domain/orders/payment-words.ts";
import { useMay } from "../use-frame-facts.ts";
import { OrderLinks } from "./order-links.tsx";

const way = "link inline-flex min-h-11 items-center";

/** The order's client, with missing details marked. `links` open a guest's order. */
export function OrderClient({ order, links }: { order: AdminOrder; links: number | null }) {
  const { customer, customerId, delivery, paymentWay } = order;
  const may = useMay();
  const unconfirmed = customer.unprovedEmail ? "Not confirmed yet" : null;
  return (
    <section aria-labelledby="order-client" className="col-span-12 print:mt-8">
      <h2 id="order-client" className="border-t border-ink pt-3 pb-1 text-title">
        Client information
      </h2>
      <dl className="sm:grid sm:grid-cols-2 sm:gap-x-8 print:grid print:grid-cols-2 print:gap-x-8">
        {paymentWay ? (
          <>
            <Detail label="Retail" value={wayInWords(paymentWay, delivery.day?.kind ?? null)} />
            <Detail label="Name" value={customer.contactName} />
            <Detail label="Email" value={customer.guestEmail} note={unconfirmed} />
            {customer.account && <Account {...customer.account} />}
            <OrderLinks links={links} email={customer.guestEmail} />
          </>
        ) : (
          <>
            <Detail label="Company name" value={customer.companyName} />
            <Detail label="Contact name" value={customer.contactName} />
            {customer.unprovedEmail && (
              <Detail label="Email" value={customer.unprovedEmail} note={unconfirmed} />
            )}
          </>
        )}
        <Detail label="Phone" value={customer.phone} />
        {delivery.day ? (
          <>
            <Detail
              label={delivery.day.kind === "pickup" ? "Picked up at" : "Delivered to"}
              value={destinationInWords(delivery)}
            />
            {delivery.notes && <Detail label="For the driver" value={delivery.notes} />}
          </>
        ) : null}
        <Detail label="Client’s address" value={customer.address} />
      </dl>
      {may("clients") && (
        <p className="mt-2 flex flex-wrap gap-x-6 print:hidden">
          {/* A sale paid at the counter has no client, only the till. */}
          {!isReceiptNumber(order.invoiceNumber ?? "") && (
            <Link to={`/admin/clients/${customerId}`} className={way}>
              View this client
            </Link>
          )}
          <Link to="/admin/clients" className={way}>
            All clients
          </Link>
        </p>
      )}
    </section>
  );
}

/** The client whose confirmed address the order was placed with. */
function Account({ customerId, name }: { customerId: string; name: string }) {
  const may = useMay();
  return (
    <div className="border-b border-rule py-3 print:hidden">
      <dt className="text-sm text-ink-soft">Account</dt>
      <dd className="break-words">
        {may("clients") ? (
          <Link to={`/admin/clients/${customerId}`} className={way}>
            {name || "Open the account"}
          </Link>
        ) : (
          name || "A client of ours"
        )}
        <span className="block text-sm text-ink-soft">
          Has confirmed this address, and sees the order in the account
        </span>
      </dd>
    </div>
  );
}

function Detail({ label, value, note }: { label: string; value: string; note?: string | null }) {
  const given = value.trim();
  return (
    <div className="border-b border-rule py-3 print:py-1">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className={given ? "break-words whitespace-pre-line" : "text-ink-soft"}>
        {given || "Not provided"}
        {note && <span className="block text-sm text-ink-soft">{note}</span>}
      </dd>
    </div>
  );
}
