import { use } from "react";
import { data, type ShouldRevalidateFunction } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import {
  deliverySubject,
  getDeliverySetup,
  ordersOnDay,
} from "#app/domain/delivery/setup/setup.server.ts";
import { formOf, type SetupAnswer, setupFailed } from "#app/domain/delivery/setup/setup.ts";
import { SendsMail } from "#app/domain/mail/sends-mail.ts";
import { documentSettings } from "#app/domain/settings/company-settings.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { adminContext, adminRequest } from "#app/guards/guards.server.ts";
import { proofFor } from "#app/guards/recent-proof.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { ownEntry } from "#app/lib/own-entry.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { deliveryPage } from "../navigation.ts";
import type { Route } from "./+types/delivery.ts";
import { Calendar } from "./calendar.tsx";
import { DayPanel, StandInTheWay } from "./day-panel.tsx";
import { actOnDelivery } from "./delivery-action.server.ts";
import { type DeliveryView, deliveryView } from "./delivery-view.server.ts";
import { Demand } from "./demand.tsx";
import { Holidays } from "./holidays.tsx";
import { toldOfMoveInWords } from "./told-of-move.ts";
import { ZoneEditor } from "./zone-editor.tsx";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Delivery");

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { db, log, minOrderCents, settings, admin } = adminRequest(context);
  const now = new Date();
  const today = pacificDay(now);
  const day = dayIn(searchParams.get("day")) ?? null;
  const [setup, history, booked] = await Promise.all([
    orNull(getDeliverySetup(db, admin), log, "load the delivery days"),
    orNull(listHistory(db, admin, deliverySubject), log, "load a history"),
    day ? orNull(ordersOnDay(db, admin, day), log, "list a day's orders") : [],
  ]);
  if (!setup) return data({ view: null, history }, statusOf(setup));
  const view = deliveryView(setup, booked ?? [], { searchParams, day, today, now });
  const hasTaxNumber = settings.get(documentSettings).taxNumber !== "";
  return data({ view: { ...view, minOrderCents, hasTaxNumber }, history });
}

export const action = (args: Route.ActionArgs) =>
  answerForm<SetupAnswer>(
    args,
    {
      failed: setupFailed,
      log: "changing the delivery days failed",
      // Closing or moving a day is everyday work, but zones set the fees.
      proof: proofFor(({ intent = "" }) => /^(zone|retire)$/.test(intent)),
      besides: (fields) => ({ form: formOf(fields) }),
    },
    (fields, services) => actOnDelivery(services, args.context.get(adminContext), fields),
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<SetupAnswer>(sent, {
    failed: (values) => ({ form: formOf(values), message: setupFailed, values }),
  });

/** A refused form doesn't revalidate. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, ...args }) =>
  actionStatus === undefined || actionStatus < 400 ? args.defaultShouldRevalidate : false;

const said = {
  zone: "Zone saved",
  retired: "Zone no longer served",
  closed: "Day closed",
  moved: "Day moved",
  extra: "Extra day added",
  undone: "Change undone",
  kept: "Holiday kept as it is",
  told: "Everybody who can be told now has been told",
};
const doneParameters = ["done", "told", "untold"];

export default function DeliveryDays({ loaderData, actionData: answer }: Route.ComponentProps) {
  const sends = use(SendsMail);
  const { view, history } = loaderData;
  if (!view) {
    return (
      <>
        <PageHeader title="Delivery zones" />
        <LoadFailure message="The delivery days could not be loaded. Please try again." />
      </>
    );
  }
  const title = ownEntry(said, view.done);
  const isOfZone = answer?.form === "zone";
  return (
    <>
      <PageHeader
        title="Delivery zones"
        actions={<ButtonLink to={`${deliveryPage.to}?zone=new#zone`}>Add a zone</ButtonLink>}
      />
      {title && (
        <FlashMessage
          title={title}
          description={view.told ? toldOfMoveInWords(view.told, sends) : undefined}
          parameters={doneParameters}
          className="mt-6"
        />
      )}
      {answer && (
        <Notice tone="error" title={answer.message} className="mt-6">
          {answer.orders && <StandInTheWay answer={answer} view={view} />}
        </Notice>
      )}
      {view.edited && (
        <ZoneEditor
          key={view.edited.id}
          {...view.edited}
          minOrderCents={view.minOrderCents}
          hasTaxNumber={view.hasTaxNumber}
          answer={isOfZone ? answer : undefined}
        />
      )}
      {view.zones.length === 0 ? (
        !view.edited && (
          <EmptyState
            title="No zones yet"
            action={<ButtonLink to={`${deliveryPage.to}?zone=new#zone`}>Add a zone</ButtonLink>}
          >
            <p>
              Until the first zone has a day, clients order without choosing one, and no page asks
              for a postal code.
            </p>
          </EmptyState>
        )
      ) : (
        <>
          <Zones zones={view.zones} />
          {view.day && (
            <DayPanel
              key={view.day}
              view={view}
              day={view.day}
              answer={isOfZone ? undefined : answer}
            />
          )}
          <Calendar view={view} />
          <Holidays holidays={view.holidays} />
        </>
      )}
      <Demand demand={view.demand} toTell={view.toTell} />
      <HistoryList entries={history} className="mt-12 max-w-2xl" />
    </>
  );
}

function Zones({ zones }: { zones: DeliveryView["zones"] }) {
  return (
    <section className="mt-8">
      <h2 className="text-title">Zones</h2>
      <ul className="mt-4 border-t border-ink">
        {zones.map(({ id, name, kind, place, prefixes, wholesaleOnly, isActive, week }) => (
          <li
            key={id}
            className="grid gap-x-8 gap-y-2 border-b border-rule py-4 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]"
          >
            <div className="min-w-0">
              <h3 className="text-base font-semibold break-words">{name}</h3>
              <p className="text-sm break-words text-ink-soft">
                {!isActive
                  ? "No longer served"
                  : kind === "pickup"
                    ? `Pickup at ${place}`
                    : prefixes.join(", ") || "No postal codes"}
                {isActive && wholesaleOnly && ", wholesale clients only"}
              </p>
            </div>
            <ul className="text-[0.9375rem]">
              {week.map((day) => (
                <li key={day} className="py-0.5">
                  {day}
                </li>
              ))}
              {week.length === 0 && isActive && (
                <li className="text-cancelled">No days yet, so nothing is offered here</li>
              )}
            </ul>
            <p>
              <ButtonLink to={`${deliveryPage.to}?zone=${id}#zone`} variant="secondary" size="sm">
                Edit<span className="sr-only"> {name}</span>
              </ButtonLink>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
