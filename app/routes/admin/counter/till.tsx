import { data } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { requestContext } from "#app/context.server.ts";
import { getTill } from "#app/domain/door/till/tills.server.ts";
import { lastSaleOf } from "#app/features/counter/sold.server.ts";
import { TillView } from "#app/features/counter/till/till-view.tsx";
import { LateSales } from "#app/features/counter/till/unsent-sales.tsx";
import { useSending } from "#app/features/counter/till/use-outbox.ts";
import { productsAtTill, scansAtTill } from "#app/features/counter/till-page.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { fullScreenHandle } from "../full-screen.ts";
import type { Route } from "./+types/till.ts";

/** Full screen for a tablet, without a menu. */
export const handle = fullScreenHandle;

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Till");

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, shop, offlineOrders } = context.get(requestContext);
  const staff = staffWith(context, "till");
  const [till, products, scanning] = await Promise.all([
    getTill(db, staff, params.till),
    productsAtTill(db, staff, params.till),
    scansAtTill(db, staff),
  ]);
  const lastSale = till?.open ? await lastSaleOf(db, staff, till.open.id) : null;
  const facts = { till, products, scanning, lastSale, seller: staff.email };
  const kept = { whose: staff.userId, isKept: offlineOrders };
  return data(
    { ...facts, kept, taxNumber: shop.documents.taxNumber },
    { status: till?.open ? 200 : 404 },
  );
}

/** Sends sales from this browser that were made before the till was closed. */
function SendsLateSales({ tillId }: { tillId: string }) {
  return <LateSales sending={useSending(tillId)} />;
}

/** Sells over the counter; the browser keeps payments while the shop can't be reached. */
export default function TillPage({ loaderData }: Route.ComponentProps) {
  const { till, ...facts } = loaderData;
  if (!till?.open) {
    return (
      // There is no menu or frame around it.
      <div className="mx-auto max-w-2xl px-4 py-10">
        {till && <SendsLateSales tillId={till.id} />}
        <EmptyState
          titleAs="h1"
          title={till ? `Till ${till.number} is closed` : "Till not found"}
          action={
            till ? (
              <ButtonLink to={`/admin/counter#till-${till.id}`}>Open the till</ButtonLink>
            ) : (
              <ButtonLink to="/admin/counter">All tills</ButtonLink>
            )
          }
        />
      </div>
    );
  }
  const { id, number, name, lastSlip, open } = till;
  return (
    <>
      <noscript>
        <Notice className="mb-4" title="The till needs JavaScript">
          Please switch it on in this browser.
        </Notice>
      </noscript>
      <TillView key={id} till={{ id, number, name, lastSlip, sessionId: open.id }} {...facts} />
    </>
  );
}
