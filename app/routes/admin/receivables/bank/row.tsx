import { type ReactNode, useState } from "react";
import { data, Link, redirect } from "react-router";
import { sendForm } from "#app/components/form/send-form.ts";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import type { ClientSummary } from "#app/domain/customers/profile.ts";
import { getAccount } from "#app/domain/ledger/accounts.server.ts";
import { listClients } from "#app/features/clients/clients-admin.server.ts";
import type { NamedProposal } from "#app/features/collecting/bank/bank-file.ts";
import { withProposals } from "#app/features/collecting/bank/decide.server.ts";
import {
  type RowAnswer,
  rowActions,
  rowDoneText,
  rowFailed,
} from "#app/features/collecting/bank/decide-form.ts";
import { getBankRow } from "#app/features/collecting/bank/rows.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { staffRequest, staffWith } from "#app/guards/guards.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { foundInWords, ListSearch } from "#app/routes/list-search.tsx";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { clientName } from "../../clients/client-detail.tsx";
import type { Route } from "./+types/row.ts";
import { bankPage, bankRowPage } from "./bank-addresses.ts";
import { ActionButton, ProposalText, Received, UndoButton } from "./bank-rows.tsx";
import { decideRow, rowForm } from "./row-action.server.ts";
import { SplitForm } from "./split-form.tsx";

/** Few enough to choose from. */
const pageLength = 10;

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(
    args,
    args.loaderData?.row ? formatCents(args.loaderData.row.cents) : "Payment not found",
  );

/** The client comes from the URL, or else is the likeliest. */
export async function loader({ context, params, url: { searchParams } }: Route.LoaderArgs) {
  const { db, log, staff } = staffRequest(context, "money", "clients");
  const found = await orNull(
    getBankRow(db, staff, params.id).then(async (row) => ({
      row: row && ((await withProposals(db, staff, [row]))[0] ?? null),
    })),
    log,
    "load a bank's row",
  );
  const row = found?.row ?? null;
  const said = rowActions.find((intent) => intent === searchParams.get("done"));
  const search = searchParams.get("q") ?? "";
  const none = { account: null, clients: null, history: null, search, said };
  if (!row) {
    const isMissing = found !== null;
    return data({ row, isMissing, ...none }, { status: isMissing ? 404 : 503 });
  }
  const history = orNull(
    listHistory(db, staff, { entity: "bank", entityId: row.id }),
    log,
    "load a payment's history",
  );
  if (row.state !== "open") {
    return data({ row, isMissing: false, ...none, history: await history });
  }
  const customerId = searchParams.get("client") ?? row.proposals[0]?.customerId ?? "";
  const [account, clients] = await Promise.all([
    orNull(getAccount(db, staff, customerId), log, "load an account"),
    search.trim() === ""
      ? { rows: [], hasMore: false }
      : orNull(listClients(db, staff, { search, limit: pageLength }), log, "list clients"),
  ]);
  const facts = { row, isMissing: false, account, clients, history: await history, search, said };
  return data(facts, statusOf(clients));
}

export const action = (args: Route.ActionArgs) =>
  answerForm<RowAnswer>(args, { ...rowForm, besides: () => ({}) }, async (fields, services) => {
    const staff = staffWith(args.context, "money");
    const row = await getBankRow(services.db, staff, args.params.id);
    if (!row) throw new Refusal("gone", "This payment no longer exists.");
    const done = await decideRow(services, staff, { ...fields, rowId: row.id });
    // On to the next payment; an undone decision is made again here.
    const isDecided = done === "book" || done === "ignore";
    const to = isDecided ? bankPage : bankRowPage(row.id);
    return redirect(`${to}?${new URLSearchParams({ done })}`);
  });

export const clientAction = (sent: Route.ClientActionArgs) =>
  sendForm<RowAnswer>(sent, { failed: rowFailed, looksAgain: () => true });

const doneParameters = ["done"];

export default function Row({ loaderData, actionData }: Route.ComponentProps) {
  const { row, isMissing, account, clients, history, search, said } = loaderData;
  // The router drops a form's answer when the page revalidates.
  const [answer, setAnswer] = useState<RowAnswer | undefined>(actionData);
  if (actionData && actionData !== answer) setAnswer(actionData);
  const back = <BackLink to={bankPage} where="to the bank import" />;
  if (!row) return <NoRow isMissing={isMissing} back={back} />;
  const proposal = row.proposals.find(({ customerId }) => customerId === account?.customerId);
  return (
    <>
      <PageHeader before={back} title="Payment" />
      {said && (
        <FlashMessage title={rowDoneText[said]} parameters={doneParameters} className="mt-6" />
      )}
      {answer?.message && <Notice tone="error" title={answer.message} className="mt-6" />}
      <div className="mt-8 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <div>
          <Received row={row} />
          <p className="mt-3 text-sm wrap-anywhere text-ink-soft">From {row.fileName}</p>
          {row.state === "open" && (
            <div className="mt-4">
              <ActionButton row={row} fields={{ intent: "ignore" }} variant="secondary">
                Ignore
              </ActionButton>
              <p className="mt-2 max-w-xs text-sm text-ink-soft">
                If it isn’t a client’s payment. You can undo this later.
              </p>
            </div>
          )}
        </div>
        {row.state !== "open" ? (
          <DecidedRow row={row} />
        ) : (
          <div>
            <Proposals rowId={row.id} proposals={row.proposals} chosen={account?.customerId} />
            {account && (
              <section className="border-t border-ink pt-4">
                <h2 className="text-title wrap-anywhere">
                  Apply to {account.companyName || "Unknown Client"}
                </h2>
                <SplitForm
                  // Reset the form for another client, and once something was booked there.
                  key={`${account.customerId} ${account.balance.balanceCents}`}
                  row={row}
                  customerId={account.customerId}
                  debts={account.debts}
                  settles={proposal?.settles}
                  answer={answer?.values?.customerId === account.customerId ? answer : undefined}
                />
              </section>
            )}
            <section className="mt-10 border-t border-ink pt-4">
              <h2 className="text-title">{account ? "Another client" : "Which client?"}</h2>
              <ListSearch
                label="Search by company, contact, email or phone"
                query={search}
                found={search && clients ? foundInWords(clients, "client") : undefined}
              />
              {clients === null ? (
                <LoadFailure message="The clients could not be loaded. Please try again." />
              ) : (
                <Clients rowId={row.id} clients={clients.rows} isSearched={search.trim() !== ""} />
              )}
            </section>
          </div>
        )}
      </div>
      <HistoryList entries={history} className="mt-12" />
    </>
  );
}

function Proposals({
  rowId,
  proposals,
  chosen,
}: {
  rowId: string;
  proposals: NamedProposal[];
  chosen: string | undefined;
}) {
  if (proposals.length === 0) return null;
  return (
    <section className="mb-10">
      <h2 className="mb-2 text-title">Possible matches</h2>
      <ul>
        {proposals.map((proposal) => (
          <li
            key={proposal.customerId}
            className="grid gap-x-6 gap-y-2 border-b border-rule py-3 sm:grid-cols-[1fr_auto]"
          >
            <div>
              <ProposalText proposal={proposal} />
            </div>
            {proposal.customerId === chosen ? (
              <p className="text-sm font-semibold">Chosen below</p>
            ) : (
              <Link
                to={`${bankRowPage(rowId)}?client=${proposal.customerId}`}
                preventScrollReset
                className="link inline-flex min-h-11 items-center text-sm"
              >
                Choose<span className="sr-only"> {proposal.companyName}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Clients({
  rowId,
  clients,
  isSearched,
}: {
  rowId: string;
  clients: ClientSummary[];
  isSearched: boolean;
}) {
  if (!isSearched) return null;
  if (clients.length === 0) return <p className="text-ink-soft">No clients found.</p>;
  return (
    <ul aria-label="Clients" className="border-t border-rule">
      {clients.map((client) => (
        <li key={client.id} className="border-b border-rule py-2">
          <Link
            to={`${bankRowPage(rowId)}?client=${client.id}`}
            className="link inline-flex min-h-11 items-center font-semibold wrap-anywhere"
          >
            {clientName(client)}
          </Link>
          <p className="text-sm wrap-anywhere text-ink-soft">
            {[client.contactName, client.email].filter(Boolean).join(" · ")}
          </p>
        </li>
      ))}
    </ul>
  );
}

function DecidedRow({ row }: { row: NonNullable<Route.ComponentProps["loaderData"]["row"]> }) {
  const { booked, decidedBy } = row;
  return (
    <section>
      <h2 className="text-title">{booked ? "Applied" : "Ignored"}</h2>
      <p className="mt-2 wrap-anywhere text-ink-soft">
        {booked && (
          <>
            For{" "}
            <Link
              to={`/admin/receivables/${booked.customerId}#entry-${booked.entryId}`}
              className="link"
            >
              {booked.companyName || "Unknown Client"}
            </Link>
            {". "}
          </>
        )}
        {decidedBy && `Decided by ${decidedBy}.`}
      </p>
      <div className="mt-4">
        <UndoButton row={row} />
      </div>
    </section>
  );
}

function NoRow({ isMissing, back }: { isMissing: boolean; back: ReactNode }) {
  return (
    <>
      <PageHeader before={back} title={isMissing ? "Payment not found" : "Payment"} />
      <div className="mt-8">
        {isMissing ? (
          <EmptyState titleAs="h2" title="It may have been replaced" underHead>
            <p>Payments to review are replaced when the columns of their file are corrected.</p>
          </EmptyState>
        ) : (
          <LoadFailure message="The payment could not be loaded. Please try again." />
        )}
      </div>
    </>
  );
}
