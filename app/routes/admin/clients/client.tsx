import { ChevronDown } from "lucide";
import { useCallback, useState } from "react";
import { data, Link, redirect } from "react-router";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { forgetInput } from "#app/components/form/unsaved-input.tsx";
import { Icon } from "#app/components/icon.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Section } from "#app/components/page/section.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { staffMay } from "#app/domain/access/capability.ts";
import { kindText } from "#app/domain/customers/contacts/contact.ts";
import { contactsOf } from "#app/domain/customers/contacts/contacts.server.ts";
import { mergedInto, standsFor } from "#app/domain/customers/merging/merge-records.server.ts";
import { type TermsAnswer, termsFailed } from "#app/domain/customers/terms/client-terms.ts";
import { getCreditStanding } from "#app/domain/ledger/exposure.server.ts";
import { refusalOf } from "#app/domain/mail/failed-mails.server.ts";
import { MarginFigure } from "#app/domain/margins/margin-figure.tsx";
import { addMargins } from "#app/domain/margins/margins.ts";
import { lastOrdersOf } from "#app/domain/orders/lists/orders-admin.server.ts";
import { getOwnPrices } from "#app/domain/pricing/editing/price-lists.server.ts";
import { newClientTyping } from "#app/features/clients/client-record.ts";
import { getClientTerms } from "#app/features/clients/client-terms.server.ts";
import { getClient, listSites } from "#app/features/clients/clients-admin.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { salesMargins } from "#app/features/sales/sales.server.ts";
import { membersOf } from "#app/features/team/team.server.ts";
import { memberRoleText } from "#app/features/team/team.ts";
import { adminContext, isOwner, staffRequest } from "#app/guards/guards.server.ts";
import { requireRecentProof } from "#app/guards/recent-proof.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { daysAfter, formatFullDay, pacificDay } from "#app/lib/dates.ts";
import { dayRangeIn } from "#app/lib/day-range.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { StandingFacts } from "../orders/held-order.tsx";
import { useFrameFacts, useMay } from "../use-frame-facts.ts";
import type { Route } from "./+types/client.ts";
import { ClientFacts, clientName } from "./client-detail.tsx";
import { LastOrders } from "./last-orders.tsx";
import { saveTerms } from "./terms-action.server.ts";
import { TermsForm } from "./terms-form.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(
    args,
    args.loaderData?.client ? clientName(args.loaderData.client) : "Client not found",
  );

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const { db, log, staff } = staffRequest(context, "clients");
  const seesStanding = staffMay(staff, "money") || staffMay(staff, "sell");
  const subject = { entity: "client" as const, entityId: id.toLowerCase() };
  const [terms, standIn] = await Promise.all([
    orNull(
      getClientTerms(db, staff, id).then((found) => ({ found })),
      log,
      "load a client's terms",
    ),
    isUuid(id) ? standsFor(db, id) : null,
  ]);
  const into = terms?.found ? standIn : null;
  if (into) throw redirect(`/admin/clients/${into}`);
  if (terms && !terms.found) {
    return data(
      {
        isMissing: true,
        bounced: null,
        client: null,
        terms: null,
        standing: null,
        sites: null,
        history: null,
        ownPrices: null,
        recent: null,
        team: [],
        contacts: [],
        merged: [],
      },
      { status: 404 },
    );
  }
  // Margins are only sent to the owner.
  const today = pacificDay(new Date());
  // A link from the sales pages keeps their range of days.
  const { from, to } = dayRangeIn(url.searchParams);
  const days = from && to ? { from, to } : null;
  const range = days ?? { from: daysAfter(today, -364), to: today };
  const [client, standing, sites, history, ownPrices, recent, team, contacts, merged, earned] =
    await Promise.all([
      orNull(getClient(db, staff, id), log, "load a client"),
      seesStanding
        ? orNull(getCreditStanding(db, staff, id), log, "load what a client owes")
        : null,
      orNull(listSites(db, staff, id), log, "list a client's sites"),
      orNull(listHistory(db, staff, subject), log, "load a client's history"),
      staffMay(staff, "prices")
        ? orNull(getOwnPrices(db, staff, id), log, "load a client's prices")
        : null,
      orNull(lastOrdersOf(db, staff, id), log, "list a client's last orders"),
      orNull(membersOf(db, id), log, "list who signs in for a client"),
      orNull(contactsOf(db, staff, id), log, "list a client's contacts"),
      orNull(mergedInto(db, id), log, "list what was merged into a client"),
      isOwner(staff)
        ? orNull(
            salesMargins(db, staff, "week", range, { customerId: id }),
            log,
            "add up what a client earned us",
          )
        : undefined,
    ]);
  const bounced =
    client && (await orNull(refusalOf(db, client.email), log, "look whether mail comes back"));
  return data(
    {
      isMissing: false,
      bounced,
      client,
      terms: terms?.found ?? null,
      standing,
      sites,
      history,
      ownPrices,
      recent,
      team: team ?? [],
      contacts: contacts ?? [],
      merged: merged ?? [],
      done: doneParameters.find((one) => url.searchParams.has(one)) ?? null,
      ...(earned && { margin: addMargins([...earned.values()]), marginDays: days }),
    },
    statusOf(client, terms),
  );
}

export const action = (args: Route.ActionArgs) =>
  answerForm<TermsAnswer>(
    args,
    { failed: termsFailed, log: "saving a client's terms failed", proof: requireRecentProof },
    async (fields, { db }) => {
      const { id } = args.params;
      await saveTerms(db, args.context.get(adminContext), id, fields);
      return redirect(`/admin/clients/${id}?saved`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<TermsAnswer>(sent, { failed: termsFailed });

const said = {
  saved: "Terms saved",
  added: "Client added",
  details: "Details saved",
  inactive: "Made inactive",
  active: "Made active again",
  merged: "Clients merged",
  separated: "Separated again",
};
const doneParameters = Object.keys(said) as (keyof typeof said)[];

/** Everything about a client on one page: balance, terms, and sites. */
export default function ClientPage({ loaderData, actionData }: Route.ComponentProps) {
  const {
    client,
    bounced,
    terms,
    standing,
    sites,
    history,
    ownPrices,
    recent,
    team,
    contacts,
    merged,
  } = loaderData;
  const facts = useFrameFacts();
  const isOwner = facts?.staffRole === "owner";
  const forgetTyped = useCallback(() => forgetInput(newClientTyping(facts?.email)), [facts?.email]);
  const may = useMay();
  const maySell = may("sell");
  const done = "done" in loaderData ? loaderData.done : null;
  const margin = "margin" in loaderData ? loaderData.margin : undefined;
  const marginDays = "marginDays" in loaderData ? loaderData.marginDays : null;
  const wasSaved = done === "saved";
  // Keep the initial state, so that terms stay open after saving.
  const [beginsOpen] = useState(actionData !== undefined || wasSaved || terms?.isHeld === true);
  if (!client || !terms) return <NoClient isMissing={loaderData.isMissing} />;
  return (
    <>
      <PageHeader
        before={<BackLink to="/admin/clients">Clients</BackLink>}
        title={<span className="wrap-anywhere">{clientName(client)}</span>}
      />
      {done && (
        <FlashMessage
          title={said[done]}
          parameters={doneParameters}
          onSaid={done === "added" ? forgetTyped : undefined}
          className="mt-6"
        />
      )}
      {bounced && (
        <Notice
          title={`Mail to ${client.email} comes back`}
          className="mt-6 max-w-2xl"
          action={
            isOwner && (
              <SecondaryLink to={`/admin/clients/${client.id}/email`}>
                Correct the address
              </SecondaryLink>
            )
          }
        >
          <p className="wrap-anywhere">
            The last answer was: {bounced}{" "}
            {!isOwner && "Ask them for another, and an owner to change it."}
          </p>
        </Notice>
      )}
      {client.inactiveAt && (
        <Notice title="This client is inactive" className="mt-6 max-w-2xl">
          <p>Nothing can be ordered for them until they are made active again, under details.</p>
        </Notice>
      )}
      {terms.isHeld && (
        <Notice title="New orders of this client are held" className="mt-6 max-w-2xl">
          {terms.holdNote && <p className="wrap-anywhere whitespace-pre-line">{terms.holdNote}</p>}
        </Notice>
      )}
      <div className="grid-page mt-8 items-start gap-y-12">
        <div className="col-span-12 grid gap-y-12 xl:col-span-8">
          <ClientFacts
            client={client}
            way={
              maySell && (
                <SecondaryLink to={`/admin/clients/${client.id}/details`}>
                  Details and sites
                </SecondaryLink>
              )
            }
          />
          {recent && recent.length > 0 && (
            <section aria-labelledby="orders">
              <h2 id="orders" className="mb-2 border-t border-ink pt-3 text-title">
                Last orders
              </h2>
              <LastOrders orders={recent} />
            </section>
          )}
        </div>
        <div className="col-span-12 grid gap-y-10 xl:col-span-4 xl:pl-6">
          <Section id="balance" title="Balance" look="ruled">
            {standing ? (
              <StandingFacts standing={standing} />
            ) : (
              <LoadFailure message="The balance could not be loaded. Please try again." />
            )}
            {may("money") && (
              <Link
                to={`/admin/receivables/${client.id}`}
                className="link mt-2 inline-flex min-h-11 items-center"
              >
                Open the ledger
              </Link>
            )}
          </Section>
          {margin && (
            <Section id="earned" title="Margin" look="ruled">
              <p className="mt-2 font-semibold">
                <MarginFigure margin={margin} />
              </p>
              <p className="mt-1 text-sm text-ink-soft">
                {marginDays
                  ? `From ${formatFullDay(marginDays.from)} to ${formatFullDay(marginDays.to)}`
                  : "In the last 365 days"}
                , less credits and what the meat cost. Only you see it.
              </p>
            </Section>
          )}
          {may("prices") && (
            <Section id="prices" title="Prices" look="ruled">
              <p className="mt-2">
                {ownPrices && (
                  <>
                    {ownPrices.lists.map(({ name }) => name).join(", ") || "No list"};{" "}
                    {ownPrices.prices.length === 0
                      ? "no prices of its own"
                      : `${ownPrices.prices.length} of its own`}
                  </>
                )}
              </p>
              <Link
                to={`/admin/clients/${client.id}/prices`}
                className="link mt-2 inline-flex min-h-11 items-center"
              >
                Lists and own prices
              </Link>
            </Section>
          )}
          {maySell && (
            <Section id="standing" title="Standing orders" look="ruled">
              <Link
                to={`/admin/clients/${client.id}/standing-orders`}
                className="link mt-2 inline-flex min-h-11 items-center"
              >
                What they have every week
              </Link>
            </Section>
          )}
          {client.email && (
            <Section id="team" title="Who signs in" look="ruled">
              <ul className="mt-2">
                {team.map(({ userId, name, email, role, approveOverCents }) => (
                  <li key={userId} className="border-b border-rule py-3 wrap-anywhere">
                    {name || email}
                    <span className="block text-sm text-ink-soft">
                      {memberRoleText[role].label}
                      {approveOverCents !== null &&
                        `, needs approval above ${formatCents(approveOverCents)}`}
                      {name && `, ${email}`}
                    </span>
                  </li>
                ))}
              </ul>
              <p className="mt-2 text-sm text-ink-soft">
                The owner of the account adds people in it, under Team, with what each may order.
              </p>
            </Section>
          )}
          {maySell && (
            <Section id="contacts" title="Contacts" look="ruled">
              <ul className="mt-2">
                {contacts.map(({ email, name, gets }) => (
                  <li key={email} className="border-b border-rule py-3 wrap-anywhere">
                    {name || email}
                    <span className="block text-sm text-ink-soft">
                      {gets.map((kind) => kindText[kind]).join(", ")}
                      {name && `, ${email}`}
                    </span>
                  </li>
                ))}
              </ul>
              <Link
                to={`/admin/clients/${client.id}/contacts`}
                className="link mt-2 inline-flex min-h-11 items-center"
              >
                {contacts.length > 0 ? "Change contacts" : "Add who else gets emails"}
              </Link>
            </Section>
          )}
          {isOwner && (
            <Section id="merge" title="Two records" look="ruled">
              {merged.length > 0 && (
                <p className="mt-2 wrap-anywhere">
                  Merged into this client:{" "}
                  {merged
                    .map(({ companyName, contactName }) => companyName || contactName || "no name")
                    .join(", ")}
                </p>
              )}
              <Link
                to={`/admin/clients/${client.id}/merge`}
                className="link mt-2 inline-flex min-h-11 items-center"
              >
                {merged.length > 0
                  ? "Merge another, or separate again"
                  : "Merge with another client"}
              </Link>
            </Section>
          )}
          <Section id="sites" title="Sites" look="ruled">
            <ul className="mt-2">
              {sites?.map(({ id, name, address }) => (
                <li
                  key={id}
                  className="border-b border-rule py-3 wrap-anywhere whitespace-pre-line"
                >
                  {[name, address].filter(Boolean).join("\n") || "No address yet"}
                </li>
              ))}
            </ul>
          </Section>
        </div>
        <details id="terms" className="group col-span-12 border-y border-ink" open={beginsOpen}>
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
            <h2 className="text-title">Terms</h2>
            <Icon of={ChevronDown} className="size-5 transition-transform group-open:rotate-180" />
          </summary>
          <div className="pt-2 pb-8">
            <TermsForm terms={terms} answer={actionData} mayChange={isOwner} />
          </div>
        </details>
        <HistoryList
          entries={history}
          begin={{ at: client.createdAt, text: "Account opened" }}
          titleAs="h2"
          className="col-span-12"
        />
      </div>
    </>
  );
}

function NoClient({ isMissing }: { isMissing: boolean }) {
  return (
    <EmptyState
      titleAs="h1"
      title={isMissing ? "Client not found" : "This client cannot be looked up right now"}
      way={{ to: "/admin/clients", label: "All clients" }}
    >
      <p>
        {isMissing
          ? "There is no client with this ID. The link may be mistyped."
          : "The database did not answer. Please try again."}
      </p>
    </EmptyState>
  );
}
