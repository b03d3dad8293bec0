import { Form, Link } from "react-router";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import type {
  UnbilledCustomer,
  UnbilledNote,
} from "#app/domain/documents/monthly/delivery-note.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";

/** A client's unbilled delivery notes, with a button to invoice them now. */
export function UnbilledNotes({ notes }: { notes: UnbilledNote[] }) {
  const upTo = Math.max(...notes.map(({ seriesNumber }) => seriesNumber));
  return (
    <>
      <Table
        label="Delivered, not invoiced"
        columns={[
          "Delivery note",
          { head: "Packed", className: "hidden sm:table-cell" },
          { head: "PO number", className: "hidden md:table-cell" },
          { head: "Comes to", numeric: true },
        ]}
      >
        {notes.map(({ id, number, issuedOn, orderId, poNumber, totalCents }) => (
          <tr key={id} className="relative hover:bg-paper-deep/50">
            <Th scope="row">
              <Link
                to={`/admin/orders/${orderId}`}
                className="link tabular-nums after:absolute after:inset-0"
              >
                {number}
              </Link>
              <span className="block text-sm font-normal text-ink-soft sm:hidden">
                {formatFullDay(issuedOn)}
              </span>
              {poNumber && (
                <span className="block text-sm font-normal wrap-anywhere text-ink-soft md:hidden">
                  PO {poNumber}
                </span>
              )}
            </Th>
            <Td className="hidden whitespace-nowrap sm:table-cell">{formatFullDay(issuedOn)}</Td>
            <Td className="hidden wrap-anywhere md:table-cell">{poNumber || "–"}</Td>
            <Td numeric>{formatCents(totalCents)}</Td>
          </tr>
        ))}
      </Table>
      <Form
        method="post"
        replace
        preventScrollReset
        className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden"
      >
        <input type="hidden" name="upTo" value={upTo} />
        <SubmitButton intent="invoice now" variant="secondary">
          Invoice now
        </SubmitButton>
        <p className="text-ink-soft">
          <span className="font-semibold text-ink">
            {formatCents(sumCents(notes, ({ totalCents }) => totalCents))}
          </span>{" "}
          on one invoice. Otherwise it is issued automatically when the month has ended.
        </p>
      </Form>
    </>
  );
}

/** Unbilled deliveries by client. */
export function UnbilledCustomers({ customers }: { customers: UnbilledCustomer[] }) {
  return (
    <Table
      label="Delivered, not invoiced"
      columns={[
        "Client",
        { head: "Delivery notes", numeric: true, className: "hidden sm:table-cell" },
        { head: "Since", className: "hidden sm:table-cell" },
        { head: "Comes to", numeric: true },
      ]}
    >
      {customers.map(({ customerId, companyName, noteCount, since, totalCents }) => (
        <tr key={customerId} className="relative hover:bg-paper-deep/50">
          <Th scope="row">
            <Link
              to={`/admin/receivables/${customerId}`}
              prefetch="intent"
              className="link break-words after:absolute after:inset-0"
            >
              {companyName || "Unknown Client"}
            </Link>
            <span className="block text-sm font-normal text-ink-soft sm:hidden">
              {noteCount === 1 ? "1 delivery note" : `${noteCount} delivery notes`} since{" "}
              {formatFullDay(since)}
            </span>
          </Th>
          <Td numeric className="hidden sm:table-cell">
            {noteCount}
          </Td>
          <Td className="hidden whitespace-nowrap sm:table-cell">{formatFullDay(since)}</Td>
          <Td numeric className="font-semibold">
            {formatCents(totalCents)}
          </Td>
        </tr>
      ))}
    </Table>
  );
}
