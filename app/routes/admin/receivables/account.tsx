import { randomUUID } from "node:crypto";
import { data, redirect } from "react-router";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Pagination } from "#app/components/page/pagination.tsx";
import { Sum, Sums } from "#app/components/page/sums.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { standsFor } from "#app/domain/customers/merging/merge-records.server.ts";
import { unbilledNotes } from "#app/domain/documents/monthly/monthly-invoices.server.ts";
import {
  cashAtTills,
  openDrawers,
  placesOfCash,
} from "#app/domain/door/till/take-back-at-till.server.ts";
import { getAccount, getHistory } from "#app/domain/ledger/accounts.server.ts";
import {
  aboutOf,
  type BookAnswer,
  bookActions,
  bookingFailed,
  checkBooking,
  doneText,
} from "#app/domain/ledger/book-form.ts";
import { bookTyped } from "#app/features/collecting/by-hand.server.ts";
import { StatementForm } from "#app/features/collecting/statement-form.tsx";
import { staffRequest, staffWith } from "#app/guards/guards.server.ts";
import { proofFor } from "#app/guards/recent-proof.server.ts";
import { formatCents, formatDollars } from "#app/lib/amounts/money.ts";
import { formatFullDay, pacificDay } from "#app/lib/dates.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { lookUp, orNull, statusOf } from "#app/lib/or-null.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/account.ts";
import { Corrections, UnusedCredits } from "./corrections.tsx";
import { History } from "./history.tsx";
import { OpenDebts } from "./open-debts.tsx";
import { PaymentForm } from "./payment-form.tsx";
import { pageNumberIn } from "./receivables.tsx";
import { UnbilledNotes } from "./unbilled-notes.tsx";

/** Bookings that need a proof of identity: adjustments without money or goods, and refunds. */
const sensitiveBookings = new Set(["write off", "charge", "credit", "refund"]);

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.account ? nameOf(args.loaderData.account) : "Account");

function nameOf({ companyName }: { companyName: string }): string {
  return companyName || "Unknown Client";
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, log, staff } = staffRequest(context, "money");
  const customerId = params.customer.toLowerCase();
  const page = pageNumberIn(url);
  const into = isUuid(customerId) ? await standsFor(db, customerId) : null;
  if (into) throw redirect(`/admin/receivables/${into}`);
  const found = await lookUp(getAccount(db, staff, customerId), log, "load an account");
  const { value: account, isMissing, status } = found;
  const booked = url.searchParams.get("booked");
  const facts = {
    page,
    said: bookActions.find((intent) => intent === booked),
    today: pacificDay(new Date()),
    // One per kind of form, so that submitting twice books it once.
    requestIds: { payment: randomUUID(), correction: randomUUID(), refund: randomUUID() },
  };
  if (!account) {
    const nothing = { account, history: null, notes: null, cash: null, isMissing };
    return data({ ...nothing, ...facts }, { status });
  }
  const [history, notes] = await Promise.all([
    orNull(getHistory(db, staff, { customerId, page }), log, "load a history"),
    orNull(unbilledNotes(db, staff, customerId), log, "load what is not invoiced"),
  ]);
  const entryIds = (history?.entries ?? []).map(({ id }) => id);
  const [atTills, places, drawers] = await Promise.all([
    cashAtTills(db, staff, entryIds),
    placesOfCash(db, entryIds),
    openDrawers(db, staff),
  ]);
  const cash = { atTills, places, drawers };
  return data(
    { account, history, notes, cash, isMissing: false, ...facts },
    statusOf(history, notes),
  );
}

export const action = (args: Route.ActionArgs) =>
  answerForm<BookAnswer>(
    args,
    {
      failed: bookingFailed,
      log: "a booking failed",
      facts: ({ intent }) => ({ intent }),
      proof: proofFor(({ intent = "" }) => sensitiveBookings.has(intent)),
      besides: (fields) => ({
        intent: bookActions.find((one) => one === fields.intent),
        about: aboutOf(fields),
      }),
    },
    async (fields, { db, shop }) => {
      const { customer } = args.params;
      const typed = accepted(checkBooking(fields));
      await bookTyped(db, staffWith(args.context, "money"), customer, typed, shop);
      return redirect(`/admin/receivables/${customer}?booked=${encodeURIComponent(typed.intent)}`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<BookAnswer>(sent, {
    failed: (values) => ({
      message: bookingFailed,
      intent: bookActions.find((one) => one === values.intent),
      values,
    }),
    loadCheck: async () => (fields) => checkBooking(fields).refused,
    looksAgain: () => true,
  });

const doneParameters = ["booked"];

/** A client's debts and payments, with the forms for manual bookings. */
export default function Account({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { account, history, notes, cash, isMissing, said, today, requestIds, page } = loaderData;
  if (!account) return <NoAccount isMissing={isMissing} />;
  const { balance, debts, credits, reservedCents, customerId, creditLimit } = account;
  return (
    <>
      <PageHeader
        before={<BackLink to="/admin/receivables" where="to the receivables" />}
        title={<span className="break-words">{nameOf(account)}</span>}
        actions={<SecondaryLink to={`/admin/clients?client=${customerId}`}>Client</SecondaryLink>}
      />
      {said && <FlashMessage title={doneText[said]} parameters={doneParameters} className="mt-6" />}
      {answer?.message && answer.intent !== "payment" && (
        <Notice tone="error" title={answer.message} className="mt-6" />
      )}
      <Sums>
        <Sum
          label={balance.balanceCents < 0 ? "In credit" : "Balance"}
          note={creditLimit !== null && `Credit limit ${formatDollars(creditLimit)}`}
        >
          {formatCents(Math.abs(balance.balanceCents))}
        </Sum>
        <Sum label="Open" note={balance.dueOn && `First due ${formatFullDay(balance.dueOn)}`}>
          {formatCents(balance.openCents)}
        </Sum>
        <Sum label="Overdue" isBad={balance.overdueCents > 0}>
          {formatCents(balance.overdueCents)}
        </Sum>
        <Sum
          label="Unapplied"
          note={reservedCents > 0 && `${formatCents(reservedCents)} of it waits for its orders`}
        >
          {formatCents(balance.creditCents)}
        </Sum>
      </Sums>
      <StatementForm
        action={`/admin/receivables/${customerId}/statement.pdf`}
        today={today}
        className="mt-6 print:hidden"
      />
      <div className="grid-page mt-10 gap-y-14">
        <section className="col-span-12">
          <h2 className="mb-4 text-title">Open</h2>
          <OpenDebts
            key={`${balance.balanceCents} ${balance.creditCents}`}
            debts={debts}
            today={today}
            answer={answer}
            requestId={requestIds.correction}
          />
        </section>
        {notes && notes.length > 0 && (
          <section className="col-span-12">
            <h2 className="mb-4 text-title">Delivered, not invoiced</h2>
            <UnbilledNotes notes={notes} />
          </section>
        )}
        {!notes && (
          <div className="col-span-12">
            <LoadFailure message="Uninvoiced deliveries could not be loaded. Please try again." />
          </div>
        )}
        {credits.length > 0 && (
          <section className="col-span-12">
            <h2 className="mb-4 text-title">Unapplied</h2>
            <UnusedCredits credits={credits} canUse={debts.length > 0} />
          </section>
        )}
        <section className="col-span-12 print:hidden">
          <h2 className="border-t border-ink pt-4 text-title">Record a payment</h2>
          <PaymentForm
            // Reset the form once something was booked, not when the page's data reloads.
            key={`${balance.balanceCents} ${balance.creditCents}`}
            debts={debts}
            today={today}
            requestId={requestIds.payment}
            answer={answer?.intent === "payment" ? answer : undefined}
          />
        </section>
        <Corrections
          key={`corrections ${balance.balanceCents} ${balance.creditCents}`}
          creditCents={balance.creditCents - reservedCents}
          today={today}
          requestIds={requestIds}
          answer={answer}
          className="col-span-12 print:hidden"
        />
        <section className="col-span-12">
          <h2 className="mb-4 text-title">History</h2>
          {history ? (
            <>
              <History entries={history.entries} cash={cash} answer={answer} />
              <Pagination
                label="Pages of the history"
                prevLabel="Newer"
                nextLabel="Older"
                prevHref={page > 1 ? `?page=${page - 1}` : null}
                nextHref={history.hasMore ? `?page=${page + 1}` : null}
              />
            </>
          ) : (
            <LoadFailure message="The history could not be loaded. Please try again." />
          )}
        </section>
      </div>
    </>
  );
}

function NoAccount({ isMissing }: { isMissing: boolean }) {
  return (
    <>
      <PageHeader
        before={<BackLink to="/admin/receivables">Back</BackLink>}
        title={isMissing ? "Client not found" : "Account"}
      />
      <div className="mt-8">
        {isMissing ? (
          <EmptyState titleAs="h2" title="This link leads nowhere" underHead>
            <p>It may be mistyped, or the account may no longer exist.</p>
          </EmptyState>
        ) : (
          <LoadFailure message="The account could not be loaded. Please try again." />
        )}
      </div>
    </>
  );
}
