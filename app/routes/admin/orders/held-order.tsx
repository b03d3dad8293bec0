import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import type { CreditStanding } from "#app/domain/ledger/credit-standing.ts";
import { holdForStaff, releasedWith } from "#app/domain/orders/hold.ts";
import type { AdminOrder } from "#app/domain/orders/order.ts";
import { givenBackSince } from "#app/features/collecting/give-deposit-back.ts";
import type { OrderPaid } from "#app/features/collecting/payments-of-order.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import type { HoldReason } from "#db/schema/values/orders.ts";
import { useMay } from "../use-frame-facts.ts";
import { holdAnchor } from "./next-step.ts";

/** In characters, of a release's note. */
export const maxReleaseNote = 1000;

interface HeldOrderProps {
  order: AdminOrder;
  paid: readonly OrderPaid[] | null;
  /** Null if it couldn't be loaded, and for an order that is not on hold. */
  standing: CreditStanding | null;
  /** Why the user may not release it, although their role may; null if they may. */
  cannotRelease: string | null;
}

/** Shows an order's holds, its client's exposure and the release forms, or past releases. */
export function HeldOrder({ order, paid, standing, cannotRelease }: HeldOrderProps) {
  const { id, status, holdHistory } = order;
  const may = useMay();
  const mayRelease = (reason: HoldReason) => may(releasedWith(reason)) && cannotRelease === null;
  const open = status === "pending" ? holdHistory.filter(({ releasedAt }) => !releasedAt) : [];
  const released = holdHistory.filter(({ releasedAt }) => releasedAt);
  return (
    <>
      {released.map((hold) => {
        const { reason, since, releasedAt, releaseNote } = hold;
        const back = givenBackSince(hold, released, paid ?? []);
        return (
          <p
            key={`${reason} ${Number(since)}`}
            className="mt-4 max-w-2xl text-sm text-ink-soft print:hidden"
          >
            Was on hold ({holdForStaff(reason).toLowerCase()}); released{" "}
            {releasedAt && <Moment at={releasedAt} time />}: {releaseNote}
            {back && `; ${back}`}
          </p>
        );
      })}
      {open.length > 0 && <div id={holdAnchor} className="scroll-mt-24" />}
      {open.map(({ reason, since, note }, place) => (
        <Notice
          key={reason}
          title={`On hold: ${holdForStaff(reason).toLowerCase()}`}
          className="mt-5 max-w-2xl print:hidden"
        >
          {note && <p className="font-semibold wrap-anywhere tabular-nums">{note}</p>}
          <p>
            Since <Moment at={since} time /> it is not on the packing list and cannot be fulfilled
            until {endOf[reason] ?? ""}
            {mayRelease(reason) ? "you release it" : "it is released"}.{" "}
            {may("clients") && (
              <Link to={`/admin/clients/${order.customerId}`} className="link">
                Terms of this client
              </Link>
            )}
          </p>
          {standing && place === 0 && <StandingFacts standing={standing} />}
          {mayRelease(reason) && <ReleaseForm orderId={id} reason={reason} />}
          {cannotRelease && place === 0 && <p className="mt-3 font-semibold">{cannotRelease}</p>}
        </Notice>
      ))}
    </>
  );
}

const endOf: Partial<Record<HoldReason, string>> = {
  deposit: "the deposit is paid or ",
  prepay: "it is paid or ",
};

export function StandingFacts({ standing }: { standing: CreditStanding }) {
  const { limitCents, owedCents, orderedCents, overdueCents } = standing;
  const exposure = owedCents + orderedCents;
  return (
    <dl className="mt-3 grid max-w-md grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
      <Sum label="Open invoices less credit">{formatCents(owedCents)}</Sum>
      <Sum label="Ordered, at most">{formatCents(orderedCents)}</Sum>
      <Sum label="Together">{formatCents(exposure)}</Sum>
      <Sum label="Credit limit">{limitCents === null ? "None" : formatCents(limitCents)}</Sum>
      {limitCents !== null && (
        <Sum label={exposure > limitCents ? "Over the limit by" : "Left within the limit"}>
          {formatCents(Math.abs(limitCents - exposure))}
        </Sum>
      )}
      {overdueCents > 0 && <Sum label="Overdue beyond grace">{formatCents(overdueCents)}</Sum>}
    </dl>
  );
}

function Sum({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="text-right">{children}</dd>
    </>
  );
}

interface ReleaseFormProps {
  orderId: string;
  reason: HoldReason;
  note?: string | undefined;
  error?: string | undefined;
}

/** Form to release one of an order's holds, with a note. */
export function ReleaseForm({ orderId, reason, note, error }: ReleaseFormProps) {
  const { formAction, formData } = useNavigation();
  const action = `/admin/orders/${orderId}/release`;
  return (
    <Form method="post" action={action} className="mt-4">
      <input type="hidden" name="reason" value={reason} />
      <TextField
        label="Reason for the release"
        hint="For the history; the client does not see it."
        name="note"
        required
        maxLength={maxReleaseNote}
        defaultValue={note}
        autoComplete="off"
        error={error}
      />
      <Button
        type="submit"
        pending={formAction === action && formData?.get("reason") === reason}
        className="mt-4"
      >
        Release order
      </Button>
    </Form>
  );
}
