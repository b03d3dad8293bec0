import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { type CreditStanding, holdForStaff } from "#app/features/orders/holding/hold.ts";
import type { AdminOrder } from "#app/features/orders/order.ts";
import { formatCents } from "#app/lib/money.ts";
import { useMay } from "../use-frame-facts.ts";

/** The most characters of the note of a release. */
export const maxReleaseNote = 1000;

interface HeldOrderProps {
  order: AdminOrder;
  /** Null if it couldn't be loaded, and for an order that is not held. */
  standing: CreditStanding | null;
}

/** Why an order is held, what its client owes, and the form that releases it; or its release. */
export function HeldOrder({ order, standing }: HeldOrderProps) {
  const { id, status, holdReason, heldAt, releasedAt, releaseNote } = order;
  const mayRelease = useMay()("sell");
  if (releasedAt) {
    return (
      <p className="mt-4 max-w-2xl text-sm text-ink-soft print:hidden">
        Was on hold; released <Moment at={releasedAt} time />: {releaseNote}
      </p>
    );
  }
  if (!holdReason || status !== "pending") return null;
  return (
    <Notice
      title={`On hold: ${holdForStaff[holdReason].toLowerCase()}`}
      className="mt-5 max-w-2xl print:hidden"
    >
      <p>
        {heldAt ? (
          <>
            Since <Moment at={heldAt} time /> it
          </>
        ) : (
          "It"
        )}{" "}
        is not on the packing list and cannot be fulfilled until{" "}
        {mayRelease ? "you release it" : "it is released"}.{" "}
        <Link to={`/admin/clients/${order.customerId}`} className="link">
          Terms of this client
        </Link>
      </p>
      {standing && <StandingFacts standing={standing} />}
      {mayRelease && <ReleaseForm orderId={id} />}
    </Notice>
  );
}

/** What counts against a client's limit. */
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
        <Sum label={exposure > limitCents ? "Over the limit by" : "Left of the limit"}>
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
  /** As typed before, where it was refused. */
  note?: string;
  error?: string | undefined;
}

/** Releases a held order with a note. */
export function ReleaseForm({ orderId, note, error }: ReleaseFormProps) {
  const { formAction } = useNavigation();
  const action = `/admin/orders/${orderId}/release`;
  return (
    <Form method="post" action={action} className="mt-4">
      <TextField
        label="Why you release it"
        hint="For the history; the client does not see it."
        name="note"
        required
        maxLength={maxReleaseNote}
        defaultValue={note}
        autoComplete="off"
        error={error}
      />
      <Button type="submit" pending={formAction === action} className="mt-4">
        Release order
      </Button>
    </Form>
  );
}
