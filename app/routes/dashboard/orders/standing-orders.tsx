import { data, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { SaidOnce } from "#app/components/toast/said-once.tsx";
import { requestContext } from "#app/context.server.ts";
import { may } from "#app/domain/access/capability.ts";
import { orderCounts } from "#app/domain/limits/limits.ts";
import { whenAgain } from "#app/domain/limits/rate-rule.ts";
import { StandingList } from "#app/features/standing-orders/standing-list.tsx";
import {
  standingFailed,
  standingOrdersPath,
} from "#app/features/standing-orders/standing-order.ts";
import {
  bringBack,
  endStandingOrder,
  listStandingOrders,
  pauseStandingOrder,
  skipDelivery,
} from "#app/features/standing-orders/standing-orders.server.ts";
import { clientContext } from "#app/guards/guards.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/standing-orders.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Standing orders");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const client = context.get(clientContext);
  const all = await orNull(listStandingOrders(db, client), log, "list standing orders");
  const said = ["saved", "skipped", "back", "paused", "ended"].find((one) =>
    url.searchParams.has(one),
  );
  return data(
    { all, today: pacificDay(new Date()), mayOrder: may(client, "order"), said },
    statusOf(all),
  );
}

type Answer = FormAnswer & { id?: string };

export const action = (args: Route.ActionArgs) =>
  answerForm<Answer>(
    args,
    {
      failed: standingFailed,
      log: "a standing order was not changed",
      besides: ({ act = "" }) => ({ id: act.split(" ")[1] ?? "" }),
    },
    async (fields, { db, shop, limits, clientAddress }) => {
      const client = args.context.get(clientContext);
      const wait = await limits.takeAll(orderCounts(clientAddress, client.userId));
      if (wait !== null) {
        const message = `Too many changes in a short time. Try again ${whenAgain(wait)}.`;
        throw new Refusal("too often", message, { wait });
      }
      const { act = "", until = "" } = fields;
      // Of which delivery is in the button's value, so that it alone is busy.
      const [verb, id = "", day = ""] = act.split(" ");
      switch (verb) {
        case "skip":
          await skipDelivery(db, client, { id, day }, shop);
          throw redirect(`${standingOrdersPath}?skipped`);
        case "back":
          await bringBack(db, client, { id, day });
          throw redirect(`${standingOrdersPath}?back`);
        case "pause": {
          const isDay = /^20\d\d-\d\d-\d\d$/.test(until);
          if (!isDay) throw new Refusal("invalid", "Enter a day.", { field: "until" });
          await pauseStandingOrder(db, client, id, until);
          throw redirect(`${standingOrdersPath}?paused`);
        }
        case "resume":
          await pauseStandingOrder(db, client, id, null);
          throw redirect(`${standingOrdersPath}?saved`);
        case "end":
          await endStandingOrder(db, client, id);
          throw redirect(`${standingOrdersPath}?ended`);
        default:
          throw new Refusal("invalid", standingFailed);
      }
    },
  );

const words: Record<string, string> = {
  saved: "Standing order saved",
  skipped: "Delivery skipped",
  back: "Delivery brought back",
  paused: "Standing order paused",
  ended: "Standing order ended",
};

const parameters = Object.keys(words);

/** What a client has every so many weeks, and its next deliveries. */
export default function StandingOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { all, today, mayOrder, said } = loaderData;
  const begin = mayOrder && (
    <ButtonLink to={`${standingOrdersPath}/new`}>New standing order</ButtonLink>
  );
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to="/dashboard/orders">Orders</BackLink>}
        title="Standing orders"
        lede="What you have every week. Each order is placed three days before its cut-off, and you can change or skip it until then."
        actions={all && all.length > 0 && begin}
      />
      {said && <SaidOnce title={words[said] ?? ""} parameters={parameters} className="mt-6" />}
      {!all ? (
        <div className="mt-8">
          <LoadFailure message="Your standing orders could not be loaded. Please try again." />
        </div>
      ) : all.length === 0 ? (
        <EmptyState title="There are no standing orders" action={begin}>
          <p>Begin one here, or from an order that you want again every week.</p>
        </EmptyState>
      ) : (
        <StandingList {...{ all, today, mayOrder }} answer={actionData} />
      )}
    </>
  );
}
