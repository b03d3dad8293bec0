import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { LastOrder } from "#app/domain/orders/order.ts";
import { LastOrders } from "./last-orders.tsx";

const order: LastOrder = {
  id: "o",
  number: 1042,
  status: "delivered",
  placedAt: new Date("2026-11-24T20:00:00Z"),
  totalPrice: "249.90",
  notes: "",
  holds: [],
  isNewClient: false,
  isRefused: false,
  deliveryDay: "2026-11-26",
  deliveryKind: "delivery",
};

function shown(more: Partial<LastOrder>): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <LastOrders orders={[{ ...order, ...more }]} />
    </MemoryRouter>,
  );
}

it("shows an order as refused, not delivered, if the client took nothing", () => {
  expect(shown({})).toContain("Delivered");
  const atDoor = shown({ isRefused: true });
  expect(atDoor).toContain("Refused at the door");
  expect(atDoor).not.toContain("Delivered");
  expect(shown({ isRefused: true, deliveryKind: "pickup" })).toContain("Refused at pickup");
});
