import { data, redirect } from "react-router";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { orderCounts } from "#app/domain/limits/limits.ts";
import { whenAgain } from "#app/domain/limits/rate-rule.ts";
import { readStandingOrder } from "#app/features/standing-orders/standing-form.server.ts";
import { type StandingDraft, StandingForm } from "#app/features/standing-orders/standing-form.tsx";
import {
  standingFailed,
  standingOrdersPath,
} from "#app/features/standing-orders/standing-order.ts";
import {
  changeStandingOrder,
  createStandingOrder,
  linesToRepeat,
  listStandingOrders,
  standingChoices,
} from "#app/features/standing-orders/standing-orders.server.ts";
import { clientContext } from "#app/guards/guards.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/standing-order.ts";

/** The id of one that is not stored yet. */
const fresh = "new";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, titleOf(args.params.id));

const titleOf = (id: string | undefined) =>
  id === fresh ? "New standing order" : "Change a standing order";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const client = context.get(clientContext);
  const choices = await standingChoices(db, client);
  const draft = params.id === fresh ? await begun() : await stored();
  return data({ draft, choices }, { status: draft ? 200 : 404 });

  async function stored(): Promise<StandingDraft | null> {
    const [found] = await listStandingOrders(db, client, params.id);
    return found ?? null;
  }

  /** Empty, or with the lines of an order. */
  async function begun(): Promise<StandingDraft> {
    const repeated = await linesToRepeat(db, client, url.searchParams.get("from") ?? "");
    return {
      ...{ version: 0, siteId: null, zoneId: null, weekday: null, everyWeeks: 1, lines: [] },
      ...{ startsOn: daysAfter(pacificDay(new Date()), 1), endsOn: null },
      ...{ poNumber: "", notes: "", allowsSubstitutes: false },
      ...repeated,
    };
  }
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: standingFailed, log: "a standing order was not saved" },
    async (fields, { db, limits, clientAddress }) => {
      const client = args.context.get(clientContext);
      const wait = await limits.takeAll(orderCounts(clientAddress, client.userId));
      if (wait !== null) {
        const message = `Too many changes in a short time. Try again ${whenAgain(wait)}.`;
        throw new Refusal("too often", message, { wait });
      }
      const wanted = readStandingOrder(fields);
      const { id } = args.params;
      if (id === fresh) await createStandingOrder(db, client, wanted);
      else await changeStandingOrder(db, client, id, wanted);
      throw redirect(`${standingOrdersPath}?saved`);
    },
  );

/** A standing order is begun or changed, for all deliveries whose order is not placed yet. */
export default function StandingOrderPage({
  loaderData,
  actionData,
  params,
}: Route.ComponentProps) {
  const { draft, choices } = loaderData;
  const isNew = params.id === fresh;
  return (
    <>
      <PageHeader
        size="compact"
        before={<BackLink to={standingOrdersPath}>Standing orders</BackLink>}
        title={titleOf(params.id)}
        lede={
          isNew
            ? "What you want every week, and when."
            : "For all that follow. An order that is placed already is changed on its own page."
        }
      />
      {!draft ? (
        <EmptyState title="There is no such standing order" />
      ) : choices.days.length === 0 ? (
        <EmptyState title="There are no delivery days for your address yet">
          <p>A standing order needs one. Please call us.</p>
        </EmptyState>
      ) : (
        <StandingForm
          {...{ draft, choices }}
          answer={actionData}
          save={isNew ? "Begin it" : "Save"}
        />
      )}
    </>
  );
}
