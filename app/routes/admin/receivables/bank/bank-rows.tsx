import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { orderNumber } from "#app/domain/orders/order.ts";
import type {
  BankRow,
  NamedProposal,
  RowToDecide,
} from "#app/features/collecting/bank/bank-file.ts";
import {
  bookFields,
  type RowAction,
  type RowAnswer,
} from "#app/features/collecting/bank/decide-form.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { bankRowPage } from "./bank-addresses.ts";

interface BankRowsProps {
  rows: RowToDecide[];
  decided: BankRow[];
  answer: RowAnswer | undefined;
}

/** Incoming payments, each with the proposal or the decision. */
export function BankRows({ rows, decided, answer }: BankRowsProps) {
  const isListed = [...rows, ...decided].some(({ id }) => id === answer?.rowId);
  return (
    <>
      {answer?.message && !isListed && <Refusal message={answer.message} />}
      <ul aria-label="Payments">
        {rows.map((row) => (
          <Entry key={row.id} row={row} answer={answer}>
            <Proposed row={row} />
          </Entry>
        ))}
        {decided.map((row) => (
          <Entry key={row.id} row={row} answer={answer}>
            <Decided row={row} />
          </Entry>
        ))}
      </ul>
    </>
  );
}

function Refusal({ message }: { message: string }) {
  return (
    <p role="alert" className="py-3 font-semibold text-cancelled">
      {message}
    </p>
  );
}

function Entry({
  row,
  answer,
  children,
}: {
  row: BankRow;
  answer: RowAnswer | undefined;
  children: ReactNode;
}) {
  return (
    <li className="border-b border-rule py-5">
      {answer?.rowId === row.id && answer.message && <Refusal message={answer.message} />}
      <div className="grid gap-x-10 gap-y-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Received row={row} />
        <div>{children}</div>
      </div>
    </li>
  );
}

export function Received({ row }: { row: BankRow }) {
  const { cents, occurredOn, sender, message } = row;
  return (
    <div>
      <p className="font-display text-title font-semibold lining-nums">{formatCents(cents)}</p>
      <p className="mt-1 text-sm text-ink-soft">{formatFullDay(occurredOn)}</p>
      {sender && <p className="mt-1 font-semibold wrap-anywhere">{sender}</p>}
      {message && <p className="mt-1 wrap-anywhere text-ink-soft">{message}</p>}
    </div>
  );
}

function Proposed({ row }: { row: RowToDecide }) {
  const [proposal] = row.proposals;
  const more = (
    <ButtonLink to={bankRowPage(row.id)} variant={proposal ? "secondary" : "primary"} size="sm">
      {proposal ? "Apply differently" : "Choose a client"}
      <span className="sr-only"> {named(row)}</span>
    </ButtonLink>
  );
  return (
    <>
      {proposal ? (
        <ProposalText proposal={proposal} />
      ) : (
        <p className="text-ink-soft">No open invoice matches.</p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {proposal && (
          <ActionButton
            row={row}
            fields={bookFields(proposal.customerId, proposal.settles, proposal.depositOf?.orderId)}
          >
            Apply
          </ActionButton>
        )}
        {more}
        <ActionButton row={row} fields={{ intent: "ignore" }} variant="quiet">
          Ignore
        </ActionButton>
      </div>
    </>
  );
}

/** For screen readers: names the payment that a button is about. */
const named = ({ cents, sender }: BankRow) => `${formatCents(cents)}${sender && ` from ${sender}`}`;

/** Shows the likely payer, the proposed settlements, and the reason. */
export function ProposalText({ proposal }: { proposal: NamedProposal }) {
  const { customerId, companyName, why } = proposal;
  return (
    <>
      <p>
        <Link
          to={`/admin/receivables/${customerId}`}
          className="link font-display font-semibold wrap-anywhere"
        >
          {companyName || "Unknown Client"}
        </Link>
      </p>
      <p className="mt-1 tabular-nums">{settledInWords(proposal)}</p>
      <p className="mt-1 text-sm wrap-anywhere text-ink-soft">{why}</p>
    </>
  );
}

function settledInWords({ settles, depositOf, restCents }: NamedProposal): string {
  if (depositOf)
    return `Deposit for order ${orderNumber(depositOf.number)} ${formatCents(restCents)}`;
  const parts = settles.map(
    ({ documentNumber, cents }) => `${documentNumber ?? "Charge"} ${formatCents(cents)}`,
  );
  return [...parts, ...(restCents > 0 ? [`credit ${formatCents(restCents)}`] : [])].join(", ");
}

function Decided({ row }: { row: BankRow }) {
  const { booked, decidedBy } = row;
  const by = decidedBy && ` by ${decidedBy}`;
  return (
    <>
      {booked && (
        <p>
          <Link
            to={`/admin/receivables/${booked.customerId}#entry-${booked.entryId}`}
            className="link font-display font-semibold wrap-anywhere"
          >
            {booked.companyName || "Unknown Client"}
          </Link>
        </p>
      )}
      <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
        {booked ? "Applied" : "Ignored"}
        {by}
      </p>
      <div className="mt-4">
        <UndoButton row={row} />
      </div>
    </>
  );
}

export function UndoButton({ row }: { row: BankRow }) {
  return row.booked ? (
    <ActionButton row={row} fields={{ intent: "take back" }} variant="secondary">
      Unapply
    </ActionButton>
  ) : (
    <ActionButton row={row} fields={{ intent: "take up" }} variant="secondary">
      Review it after all
    </ActionButton>
  );
}

interface ActionButtonProps {
  row: BankRow;
  fields: Record<string, string> & { intent?: RowAction };
  variant?: "primary" | "secondary" | "quiet";
  children: string;
}

/** A form with a single button for a row. */
export function ActionButton({ row, fields, variant = "primary", children }: ActionButtonProps) {
  const { formData } = useNavigation();
  const isPending = formData?.get("rowId") === row.id && formData.get("intent") === fields.intent;
  return (
    <Form method="post" replace preventScrollReset>
      <input type="hidden" name="rowId" value={row.id} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" size="sm" variant={variant} pending={isPending}>
        {children}
        <span className="sr-only"> {named(row)}</span>
      </Button>
    </Form>
  );
}
