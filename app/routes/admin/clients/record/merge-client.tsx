import type { ReactNode } from "react";
import { data, Link, redirect, useLocation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Section } from "#app/components/page/section.tsx";
import { mergedInto, standsFor } from "#app/domain/customers/merging/merge-records.server.ts";
import { listClients } from "#app/features/clients/clients-admin.server.ts";
import { type MergeSide, mergeFailed, mergeForm } from "#app/features/clients/merge.ts";
import {
  mergeClients,
  separateClients,
  sideOfMerge,
} from "#app/features/clients/merge-clients.server.ts";
import { giveStandingOrders } from "#app/features/standing-orders/change-standing-order.server.ts";
import { adminContext, adminRequest } from "#app/guards/guards.server.ts";
import { requireRecentProof } from "#app/guards/recent-proof.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatDate } from "#app/lib/dates.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { foundInWords, ListSearch } from "#app/routes/list-search.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { clientName } from "../client-detail.tsx";
import type { Route } from "./+types/merge-client.ts";

const title = "Merge clients";

/** Maximum results per search for the business's other record. */
const mostFound = 20;

export const meta: Route.MetaFunction = (args) => signedInMeta(args, title);

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const { db, admin } = adminRequest(context);
  const from = await sideOfMerge(db, admin, id);
  if (!from) return data(null, { status: 404 });
  const other = await standsFor(db, id);
  if (other) throw redirect(`/admin/clients/${other}/merge`);
  const chosen = url.searchParams.get("into");
  const [into, merged] = await Promise.all([
    chosen === null || chosen === id ? null : sideOfMerge(db, admin, chosen),
    mergedInto(db, id),
  ]);
  if (into) return data({ from, into, merged, search: "", others: [] });
  const typed = url.searchParams.get("q");
  const searches = typed === null ? namesToFind(from.name) : [typed];
  for (const search of searches) {
    const { rows } = await listClients(db, admin, { search, limit: mostFound });
    const others = rows.filter((client) => client.id !== id);
    if (others.length > 0) return data({ from, into, merged, search, others });
  }
  return data({ from, into, merged, search: searches[0] ?? "", others: [] });
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: mergeFailed, log: "merging clients failed", proof: requireRecentProof },
    async (fields, { db, shop }) => {
      const { id } = args.params;
      const admin = args.context.get(adminContext);
      const wanted = accepted(checkForm(mergeForm, fields));
      const services = { shop, giveStandingOrders };
      if ("separate" in wanted) {
        await separateClients(db, admin, wanted.separate, services);
        return redirect(`/admin/clients/${wanted.separate}?separated`);
      }
      await mergeClients(db, admin, { customerId: id, intoId: wanted.into }, services);
      return redirect(`/admin/clients/${wanted.into}?merged`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<FormAnswer>(sent, { failed: mergeFailed });

/**
 * Returns search texts for another record of a business, the narrowest first: "The Sample Bistro
 * Ltd." may be "Sample Bistro" elsewhere, or "Sample Restaurant".
 */
function namesToFind(name: string): string[] {
  const telling = name
    .split(/\s+/)
    .filter((word) => !/^(the|ltd|inc|limited|corp)\.?$/i.test(word));
  return telling.length === 0 ? [name] : [telling.join(" "), ...telling.slice(0, 2)];
}

/** Merges two records of one business, or separates them again. */
export default function MergeClient({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <EmptyState titleAs="h1" title="Client not found" />;
  const { from, into, merged, search, others } = loaderData;
  return (
    <>
      <PageHeader
        before={<BackLink to={`/admin/clients/${from.id}`}>{from.name}</BackLink>}
        title={title}
      />
      {actionData?.message && (
        <Notice tone="error" title={actionData.message} className="mt-6 max-w-2xl" />
      )}
      {into ? (
        <Confirm from={from} into={into} />
      ) : (
        <>
          <p className="mt-5 max-w-2xl">
            For two records of one business. Choose the one that stays: the orders, sites and people
            of <span className="font-semibold wrap-anywhere">{from.name}</span> will be with it.
          </p>
          <div className="mt-6">
            <ListSearch
              label="Search by company, contact, email or phone"
              query={search}
              found={foundInWords({ rows: others, hasMore: false }, "other client")}
            />
          </div>
          {others.length === 0 && (
            <p className="border-t border-ink pt-4">
              No other client is found so. Try something else that both have: a phone number, an
              address, part of the name.
            </p>
          )}
          <ul aria-label="Clients" className="border-t border-ink empty:hidden">
            {others.map((client) => (
              <li key={client.id} className="border-b border-rule py-3 wrap-anywhere">
                <Link
                  to={`?${new URLSearchParams({ into: client.id })}`}
                  className="link inline-flex min-h-11 items-center font-semibold"
                >
                  {clientName(client)}
                </Link>
                <p className="text-sm text-ink-soft">
                  {[client.contactName, client.phone, client.email, client.address.split("\n")[0]]
                    .filter(Boolean)
                    .join(", ")}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
      {merged.length > 0 && <Merged merged={merged} />}
    </>
  );
}

function Confirm({ from, into }: { from: MergeSide; into: MergeSide }) {
  return (
    <>
      <div className="mt-6 grid gap-x-10 gap-y-8 md:grid-cols-2">
        <Side label="Goes" side={from} />
        <Side label="Stays" side={into} />
      </div>
      <Section id="effects" title="What happens" look="ruled" className="mt-10 max-w-2xl">
        <ul className="mt-3 list-disc space-y-2 pl-5 wrap-anywhere">
          <li>
            {into.name} keeps its name, terms, price lists and prices. Those of {from.name} count no
            more, but what is ordered already costs what was agreed.
          </li>
          <li>
            {into.name} gets the open orders, standing orders, sites and contacts of the other.
          </li>
          <li>
            Whoever signs in for either sees the orders and invoices of both.
            {from.people.length > 0 &&
              into.people.length > 0 &&
              ` ${into.people[0]} owns the account, and whoever owned the other orders and approves.`}{" "}
            They are notified by email where we may write to them.
          </li>
          <li>
            Invoices, payments and past orders of both keep the name they were issued to, and are
            listed, added up and paid together.
          </li>
          <li>Invitations of {from.name} that nobody has accepted are withdrawn.</li>
        </ul>
        <p className="mt-4">
          You can separate them again until a statement or an invoice over both was sent.
        </p>
        <AnsweredForm answer={undefined} className="mt-6 flex flex-wrap gap-3">
          <input type="hidden" name="into" value={into.id} />
          <SubmitButton>Merge into {into.name}</SubmitButton>
        </AnsweredForm>
        <p className="mt-4 flex flex-wrap gap-x-6">
          <Link
            to={`/admin/clients/${into.id}/merge?${new URLSearchParams({ into: from.id })}`}
            className="link inline-flex min-h-11 items-center"
          >
            The other way around
          </Link>
          <Link
            to={`/admin/clients/${from.id}/merge`}
            className="link inline-flex min-h-11 items-center"
          >
            Choose another client
          </Link>
        </p>
      </Section>
    </>
  );
}

function Side({ label, side }: { label: string; side: MergeSide }) {
  const { name, address, phone, people, openOrders, standingOrders, balanceCents } = side;
  return (
    <section aria-label={`${label}: ${name}`}>
      <p className="text-sm text-ink-soft">{label}</p>
      <h2 className="text-title wrap-anywhere">{name}</h2>
      <dl className="mt-3 border-t border-rule">
        <Fact label="Address">{address || "None"}</Fact>
        <Fact label="Phone">{phone || "None"}</Fact>
        <Fact label="Sign in">{people.join(", ") || "Nobody"}</Fact>
        <Fact label="Open orders">
          {openOrders}
          {standingOrders > 0 && `, and ${standingOrders} standing`}
        </Fact>
        <Fact label="Balance">
          {balanceCents < 0
            ? `${formatCents(-balanceCents)} credit`
            : balanceCents === 0
              ? "Nothing owed"
              : `${formatCents(balanceCents)} owed`}
        </Fact>
        <Fact label="Terms">
          {side.terms}, invoiced {side.invoicePer === "month" ? "monthly" : "by the order"}
        </Fact>
        <Fact label="Client since">{formatDate(side.createdAt)}</Fact>
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8rem_1fr] gap-4 border-b border-rule py-2">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line tabular-nums">{children}</dd>
    </div>
  );
}

interface MergedRow {
  customerId: string;
  companyName: string;
  contactName: string;
  mergedAt: Date;
}

function Merged({ merged }: { merged: MergedRow[] }) {
  // The record to confirm is in the URL, so that Back closes the question.
  const asked = new URLSearchParams(useLocation().search).get("separate");
  return (
    <Section id="merged" title="Merged into this client" look="ruled" className="mt-14 max-w-2xl">
      <ul className="mt-2">
        {merged.map(({ customerId, companyName, contactName, mergedAt }) => (
          <li
            key={customerId}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-rule py-3"
          >
            <span className="min-w-0 wrap-anywhere">
              {companyName || contactName || "A client without a name"}
              <span className="block text-sm text-ink-soft">{formatDate(mergedAt)}</span>
            </span>
            {asked !== customerId && (
              <ButtonLink
                to={`?${new URLSearchParams({ separate: customerId })}#merged`}
                variant="secondary"
                preventScrollReset
              >
                Separate again
              </ButtonLink>
            )}
            {asked === customerId && (
              <div className="basis-full border-l-4 border-oxblood pl-4">
                <p className="font-semibold">
                  Are these two businesses? Both are notified by email that they were separated.
                </p>
                <div className="mt-3 flex flex-wrap items-center gap-4">
                  <AnsweredForm answer={undefined}>
                    <input type="hidden" name="separate" value={customerId} />
                    <SubmitButton>Yes, separate them</SubmitButton>
                  </AnsweredForm>
                  <Link to="?" className="link min-h-11 content-center" preventScrollReset>
                    No
                  </Link>
                </div>
              </div>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-soft">
        Its people, sites and open orders go back to it. What was issued meanwhile stays here, and
        payments that settled invoices of both settle them no more.
      </p>
    </Section>
  );
}
