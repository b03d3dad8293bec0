import { useState } from "react";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { useOnDemand } from "#app/components/use-on-demand.ts";
import type { ClientSummary } from "#app/domain/customers/profile.ts";
import type { Balance } from "#app/domain/ledger/account.ts";
import type { HistoryEntry } from "#app/features/history/history.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { useMay } from "../use-frame-facts.ts";
import { ClientDetail, clientName } from "./client-detail.tsx";
import { belowTheList, useBackToList, useWantedClient } from "./client-link.ts";

/** The client requested in the URL: `?client=<id>`. */
export interface Chosen {
  id: string;
  /** Null if the lookup failed; `client` is null for an unknown id. */
  found: { client: ClientSummary | null } | null;
  /** Null if it couldn't be loaded. */
  history: HistoryEntry[] | null;
  /** Null if it couldn't be loaded, and for staff who don't keep the books. */
  balance: Balance | null;
}

const loadDialog = () => import("#app/components/overlay/dialog.tsx");

/** Shows a client's details in a dialog above the list, or below the list without a dialog. */
export function ChosenClient({ chosen }: { chosen: Chosen | undefined }) {
  const wanted = useWantedClient();
  const hydrated = useHydrated();
  const [isDialogLost, setDialogLost] = useState(false);
  const { list, leave } = useBackToList();
  const isOpen = chosen !== undefined && chosen.id === wanted;
  const dialog = useOnDemand(loadDialog, isOpen, () => setDialogLost(true));
  if (!isOpen) return null;
  if (dialog) {
    return (
      <dialog.Dialog
        open
        closesOnBack={false}
        onOpenChange={leave}
        title={titleOf(chosen)}
        width={chosen.found?.client ? "wide" : "normal"}
      >
        <Content {...chosen} />
      </dialog.Dialog>
    );
  }
  if (hydrated && !isDialogLost) return null;
  return (
    <section id={belowTheList} aria-labelledby={`${belowTheList}-title`} className="mt-16">
      <h2 id={`${belowTheList}-title`} className="mb-4 text-title">
        {titleOf(chosen)}
      </h2>
      <Content {...chosen} />
      <p className="mt-8">
        <TextLink to={list}>Back to the list</TextLink>
      </p>
    </section>
  );
}

function titleOf({ found }: Chosen): string {
  if (!found) return "Client";
  return found.client ? clientName(found.client) : "Client not found";
}

function Content({ found, history, balance }: Chosen) {
  if (!found) return <LoadFailure message="The client could not be loaded. Please try again." />;
  if (!found.client) {
    return (
      <p>
        There is no client with this ID. The link may be mistyped, or the account may no longer
        exist.
      </p>
    );
  }
  return (
    <ClientDetail
      client={found.client}
      history={history}
      balance={balance}
      way={<Ways id={found.client.id} />}
    />
  );
}

/** Links to the client's pages that the user's role may open. */
function Ways({ id }: { id: string }) {
  const may = useMay();
  const client = `/admin/clients/${id}`;
  return (
    <>
      <SecondaryLink to={client}>Terms and balance</SecondaryLink>
      {may("sell") && <SecondaryLink to={`${client}/details`}>Details and sites</SecondaryLink>}
      {may("prices") && <SecondaryLink to={`${client}/prices`}>Prices</SecondaryLink>}
    </>
  );
}
