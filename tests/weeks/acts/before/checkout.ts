import { readDeliveryRules } from "#app/domain/delivery/delivery-rules.server.ts";
import { answerCheckout, mostOfCart } from "#app/features/checkout/checkout.server.ts";
import { readCheckout } from "#app/features/checkout/checkout-form.ts";
import { createGuestProofs } from "#app/features/checkout/guest-proof.server.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { Finding, same } from "../../life/act.ts";
import { inText, known, shop, type World } from "../../life/world.ts";
import type { WhyNot } from "../../pencil/refusal-book.ts";
import { comesTo, daysOffered, judgeDays, type Previewed, taxOf } from "./previews.ts";

// The shop's checkout, and the cart's "at most", before a guest orders.

const contextOf = ({ db, desk }: World) =>
  ({
    db,
    shop,
    minOrderCents: 0,
    clientAddress: "192.0.2.7",
    log: silentLog,
    deliveryRules: { get: () => readDeliveryRules(db) },
    limits: { takeAll: async () => null },
    guestProofs: createGuestProofs("a secret of weeks"),
    cardPayments: desk.cards,
  }) as unknown as Parameters<typeof answerCheckout>[0];

export interface Cart extends Previewed {
  postalCode: string;
  quantities: string[];
  units: string[];
}

function formOf(world: World, cart: Cart): FormData {
  const form = new FormData();
  form.set("requestId", crypto.randomUUID());
  for (const [at, { product, price }] of cart.lines.entries()) {
    const { id } = known(world.products, product);
    form.set(`quantity.${id}`, cart.quantities[at] ?? "");
    form.set(`unit.${id}`, cart.units[at] ?? "");
    form.set(`price.${id}`, inText(price));
    form.set(`name.${id}`, product);
  }
  form.set("day", `${known(world.zones, cart.zone).id} ${cart.day}`);
  form.set("postalCode", cart.postalCode);
  return form;
}

/** Checks the amounts on the checkout's page. */
export async function judgeCheckout(world: World, cart: Cart, why: WhyNot[]): Promise<void> {
  if (world.isBeside || world.isSentAgain) return;
  const form = formOf(world, cart);
  form.set("intent", "contact");
  const answer = await answerCheckout(contextOf(world), readCheckout(form), "");
  const view = "view" in answer ? answer.view : null;
  if (!view?.delivery) throw new Finding("the checkout shows no days");
  const { chosen } = view.delivery;
  judgeDays(world, chosen, cart.zone);
  const isGone = view.gone.length > 0;
  const isLacking = view.summary.invalid.length > 0;
  if (chosen.day && !isGone) {
    same("what is lacking at the checkout", isLacking, why.includes("lacking"));
  }
  if (!chosen.day || isGone || isLacking) return;
  const { costs } = view;
  const right = comesTo(world, cart);
  same(
    `what ${cart.customer} is shown at the checkout`,
    {
      fee: costs.fee?.cents ?? 0,
      tax: taxOf(costs),
      estimate: costs.estimateCents,
      most: costs.mostCents,
      toGo: costs.missingCents,
    },
    right,
  );
  same(
    "whether the checkout goes on",
    view.errors.day ? "day" : view.message === null,
    right.toGo === 0,
  );
  await judgeCart(world, cart);
}

/** Checks the cart's "at most", which applies to the first available day. */
async function judgeCart(world: World, cart: Cart): Promise<void> {
  const zone = cart.postalCode.startsWith("V6B") ? "coast" : "valley";
  const day = daysOffered(world, zone).find((one) => !world.pencil.isFullDay(zone, one));
  if (day === undefined) return;
  const answer = await mostOfCart(contextOf(world), readCheckout(formOf(world, cart)));
  const most = "most" in answer ? answer.most : null;
  if (!most) throw new Finding("the cart says nothing of what it costs");
  if (most.words === null) return;
  const right = comesTo(world, { ...cart, zone, day });
  const fee = right.fee > 0 ? `delivery (${dollars(right.fee)})` : "free delivery";
  same("what the cart says", most.words, `With tax and ${fee}, at most ${dollars(right.most)}.`);
}

const dollars = (cents: number) => `$${inText(cents).replace(/\B(?=(\d{3})+\.)/g, ",")}`;
