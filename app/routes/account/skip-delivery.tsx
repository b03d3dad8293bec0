import { data, Form } from "react-router";
import { SecondaryLink } from "#app/components/button-link.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { requestContext } from "#app/context.server.ts";
import { byNetwork } from "#app/domain/limits/network.ts";
import { refuseTooMany } from "#app/domain/limits/rate-rule.ts";
import { skipDelivery } from "#app/features/standing-orders/change-standing-order.server.ts";
import {
  clientOfStanding,
  deliveryToSkip,
} from "#app/features/standing-orders/standing-orders.server.ts";
import { orderingMember } from "#app/guards/member-client.server.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { unlistedMeta } from "../storefront/frame/page-meta.ts";
import type { Route } from "./+types/skip-delivery.ts";
import { AccountPage } from "./account-page.tsx";

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, "Skip a delivery", "Skip one delivery of a standing order.");

export const headers = () => ({ "Cache-Control": "private, no-store" });

/** Far above real use, but too few for guessing signatures. */
const presses = { name: "skip link by network", times: 60, seconds: 600 };

/** GET changes nothing, as mail programs fetch links to scan them; only the button skips. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, skipLinks } = context.get(requestContext);
  const delivery = skipLinks.deliveryOf(url.searchParams.get("token") ?? "");
  const found = delivery && (await deliveryToSkip(db, delivery));
  return data({ found }, { status: found ? 200 : 410 });
}

/** Skips the delivery in the name of the member who started the standing order. */
export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: "The delivery could not be skipped. Please try again.", log: "a delivery" },
    async (_, { db, shop, skipLinks, limits, clientAddress, adminEmail }) => {
      await refuseTooMany(limits, byNetwork(presses, clientAddress), "requests");
      const token = new URL(args.request.url).searchParams.get("token") ?? "";
      const delivery = skipLinks.deliveryOf(token);
      const whose = delivery && (await clientOfStanding(db, delivery.id));
      const client =
        whose && (await orderingMember(db, whose.customerId, whose.createdBy, adminEmail));
      if (!delivery || !client) throw new Refusal("gone", "This link no longer works.");
      await skipDelivery(db, client, delivery, shop);
      return data({ message: "" });
    },
  );

/** The page that the link in a standing order's email opens. */
export default function SkipDelivery({ loaderData, actionData }: Route.ComponentProps) {
  const { found } = loaderData;
  if (!found) {
    return (
      <AccountPage title="Skip a delivery">
        <Notice tone="error" title="This link no longer works">
          The cut-off has passed, the standing order has ended, or part of the link is missing.
        </Notice>
      </AccountPage>
    );
  }
  const day = dateInWords(found.day);
  if (found.isSkipped) {
    return (
      <AccountPage
        title="Skipped"
        lede={`There is no order for ${day}. Your standing order goes on after that.`}
      >
        <SecondaryLink to="/dashboard/standing-orders">See your standing orders</SecondaryLink>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title={`Skip ${day}?`}
      lede="Only this delivery. Your standing order goes on after that."
    >
      {actionData?.message && <Notice tone="error" title={actionData.message} className="mb-6" />}
      <Form method="post">
        <SubmitButton>Skip this delivery</SubmitButton>
      </Form>
    </AccountPage>
  );
}
