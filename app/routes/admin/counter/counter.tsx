import { randomUUID } from "node:crypto";
import { Fragment, useState } from "react";
import { Form, Link, redirect } from "react-router";
import { Button } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { DecimalField } from "#app/components/form/decimal-field.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { openTillForm } from "#app/domain/door/till/till-forms.ts";
import { listTills, openTill, type Till } from "#app/domain/door/till/tills.server.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { findHandedOver, findOrdersElsewhere } from "#app/features/counter/handed-over.server.ts";
import { SaleRows } from "#app/features/counter/sale-rows.tsx";
import { closedSessions } from "#app/features/counter/session.server.ts";
import { findSales } from "#app/features/counter/sold.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/counter.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Counter");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const staff = staffWith(context, "till");
  const wanted = url.searchParams.get("number") ?? "";
  const [tills, sales, handedOver, elsewhere, closed] = await Promise.all([
    listTills(db, staff),
    findSales(db, staff, wanted),
    findHandedOver(db, staff, wanted),
    findOrdersElsewhere(db, staff, wanted),
    closedSessions(db, staff),
  ]);
  return {
    tills,
    wanted,
    sales,
    handedOver,
    elsewhere,
    closed,
    requestId: randomUUID(),
    isOwner: staff.staffRole === "owner",
  };
}

const failed = "The till could not be opened. Please try again.";

interface OpenAnswer extends FormAnswer {
  till?: string;
}

export const action = (args: Route.ActionArgs) =>
  answerForm<OpenAnswer>(
    args,
    { failed, log: "opening a till failed", besides: ({ till = "" }) => ({ till }) },
    async (fields, { db }) => {
      const typed = accepted(checkForm(openTillForm, fields));
      const { till = "" } = fields;
      await openTill(db, staffWith(args.context, "till"), till, typed);
      return redirect(`/admin/counter/${till}`);
    },
  );

export default function Counter({ loaderData, actionData }: Route.ComponentProps) {
  const { tills, wanted, sales, handedOver, elsewhere, closed, requestId, isOwner } = loaderData;
  const add = isOwner && (
    <ButtonLink to="/admin/counter/new" variant="secondary">
      Add a till
    </ButtonLink>
  );
  return (
    <>
      <PageHeader size="compact" title="Counter" actions={tills.length > 0 && add} />
      {tills.length === 0 && (
        <EmptyState title="There is no till yet" action={add || undefined}>
          <p>A till is a drawer at the counter. The owner adds it.</p>
        </EmptyState>
      )}
      <ul aria-label="Tills" className="mt-6 grid gap-6 md:grid-cols-2">
        {tills.map((till) => (
          <li key={till.id} id={`till-${till.id}`} className="border border-rule-strong p-4">
            <TillPart till={till} requestId={requestId} answer={answerFor(till, actionData)} />
          </li>
        ))}
      </ul>
      {tills.length > 0 && (
        <section aria-label="Find a sale" className="mt-10 max-w-2xl">
          <h2 className="text-title">Find a sale</h2>
          <Form method="get" className="mt-3 flex flex-wrap items-start gap-2">
            <TextField
              label="Receipt, slip, credit note, invoice or order"
              name="number"
              defaultValue={wanted}
              hint="For example R-000012 or 12, T2-0031, INV-000012, or an order’s 1042."
              autoComplete="off"
              maxLength={20}
              className="grow basis-64"
            />
            <Button type="submit" variant="secondary" className="sm:mt-6.5">
              Find
            </Button>
          </Form>
          {wanted !== "" && sales.length + handedOver.length === 0 && (
            <p>
              No sale has this number.
              {elsewhere.map(({ id, number }) => (
                <Fragment key={id}>
                  {" "}
                  Order {orderNumber(number)} was not handed over at a till:{" "}
                  <Link className="link" to={`/admin/orders/${id}`}>
                    see the order
                  </Link>
                  .
                </Fragment>
              ))}
            </p>
          )}
          <SaleRows sales={sales} />
          {handedOver.length > 0 && (
            <ul aria-label="Pickups" className="mt-3 border-t border-ink">
              {handedOver.map(({ orderId, number, name, tillId }) => (
                <li key={orderId} className="border-b border-rule">
                  <Link
                    className="link inline-block min-h-11 content-center"
                    to={`/admin/counter/${tillId}/pickups/${orderId}`}
                  >
                    Order {orderNumber(number)}
                  </Link>{" "}
                  <span className="break-words text-ink-soft">{name}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      {closed.length > 0 && (
        <section id="counted" aria-label="Counted drawers" className="mt-10 max-w-2xl">
          <h2 className="text-title">Counted drawers</h2>
          <ul className="mt-3 border-t border-ink">
            {closed.map((one) => (
              <li
                key={one.id}
                className="border-b border-rule max-sm:pb-2 sm:flex sm:items-center sm:justify-between sm:gap-4"
              >
                <Link
                  className="link block min-h-11 content-center"
                  to={`/admin/counter/sessions/${one.id}`}
                >
                  {one.report}, till {one.number}, {formatDateTime(one.closedAt)}
                </Link>
                <span className="tabular-nums">{one.difference}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const answerFor = (till: Till, answer: OpenAnswer | undefined) =>
  answer?.till === till.id ? answer : undefined;

function TillPart({
  till,
  requestId,
  answer,
}: {
  till: Till;
  requestId: string;
  answer: OpenAnswer | undefined;
}) {
  // Stable across reloads of the page's data, so that submitting twice opens one drawer.
  const [ownId] = useState(requestId);
  return (
    <>
      <h2 className="text-title">
        Till {till.number}: {till.name}
      </h2>
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-4" />}
      {till.open ? (
        <>
          <p className="mt-2">
            Open since {formatDateTime(till.open.openedAt)}, by {till.open.openedBy}, with a float
            of {formatCents(till.open.floatCents)}.
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <ButtonLink to={`/admin/counter/${till.id}`}>Sell</ButtonLink>
            <ButtonLink to={`/admin/counter/${till.id}/pickups`} variant="secondary">
              Pickups
            </ButtonLink>
            <ButtonLink to={`/admin/counter/${till.id}/drawer`} variant="secondary">
              Drawer
            </ButtonLink>
          </div>
        </>
      ) : (
        <AnsweredForm answer={answer} preventScrollReset={false} className="mt-4 grid gap-4">
          <input type="hidden" name="till" value={till.id} />
          <input type="hidden" name="requestId" value={ownId} />
          <DecimalField
            label="Float ($)"
            hint="What is in the drawer now."
            required
            {...answeredField(answer, "float")}
          />
          <SubmitButton className="justify-self-start">Open the till</SubmitButton>
        </AnsweredForm>
      )}
    </>
  );
}
