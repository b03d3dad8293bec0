import { type RequestContext, requestContext } from "#app/context.server.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import {
  addLineAtPacking,
  coverOrder,
  finishLine,
} from "#app/domain/ordering/packing/raise-at-packing.server.ts";
import { fulfilPackedOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import type { OrderRefusal } from "#app/domain/orders/order-refusals.server.ts";
import { nextBox, takeOutBox } from "#app/domain/packages/boxes.server.ts";
import { labelWeight } from "#app/domain/packages/labels/label-prices.server.ts";
import { labelAtStationInWords } from "#app/domain/packages/labels/own-label.server.ts";
import { reopenLine } from "#app/domain/packages/lines.server.ts";
import {
  addPackage,
  movePackages,
  restorePackages,
  reweighPackage,
  voidPackage,
} from "#app/domain/packages/packages.server.ts";
import type { PackingRefusal } from "#app/domain/packages/packing.ts";
import { type StationOp, stationOpSchema } from "#app/domain/packages/station-ops.ts";
import { transferPackage } from "#app/domain/packages/transfer-package.server.ts";
import { ordersToMoveTo } from "#app/features/packing/other-orders.server.ts";
import { claimOrder, getStationOrder } from "#app/features/packing/station-order.server.ts";
import { requireStaff, staffRequest, staffWith } from "#app/guards/guards.server.ts";
import { orNull } from "#app/lib/or-null.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Route } from "./+types/packing.ts";
import { otherMethod } from "./other-method.ts";

const onlyPost = () => otherMethod("The packing station sends by POST");

export const middleware: Route.MiddlewareFunction[] = [requireStaff("pack")];

/**
 * `POST /api/packing/{order}` with one operation of the packing station as JSON
 * (domain/packages/station-ops.ts): 200 with the resulting order; 400 if malformed; 404 for an
 * unknown order; 409 with a reason, a message and the order if refused; 503 if it failed and may be
 * resent: operations are idempotent.
 */
export async function action({ request, context, params }: Route.ActionArgs) {
  if (request.method !== "POST") return onlyPost();
  const { db, log, shop, staff } = staffRequest(context, "pack");
  const sent = stationOpSchema.safeParse(await request.json().catch(() => null));
  const id = params.order.toLowerCase();
  if (!sent.success || !isUuid(id)) return refusal(400, "malformed", "The station sent nonsense.");
  try {
    await perform({ db, shop }, staff, id, sent.data);
    const order = await getStationOrder(db, staff, id);
    if (!order) return refusal(404, "gone", "There is no such order.");
    return Response.json({ order });
  } catch (error) {
    const told = refusalOf(error);
    if (told) {
      const order = await getStationOrder(db, staff, id).catch(() => null);
      const status = told.reason === "gone" && !order ? 404 : 409;
      return Response.json({ ...told, order }, { status });
    }
    log.error({ err: error, orderId: id, kind: sent.data.kind }, "packing failed");
    return refusal(503, "failed", "The shop did not answer. This will be sent again.");
  }
}

/**
 * `GET /api/packing/{order}?line=&cents=`: the weight of a line's package whose label has only its
 * price, `{ value, unit }`; 404 if the label's price by weight is not known.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const scanned = url.searchParams.get("label");
  if (scanned !== null) return whoseLabel(context, scanned);
  const packageId = url.searchParams.get("package");
  if (packageId !== null) return otherOrders(context, params.order, packageId);
  const [line, cents] = [url.searchParams.get("line"), url.searchParams.get("cents") ?? ""];
  if (line === null) return onlyPost();
  if (!/^[1-9]\d{0,6}$/.test(cents)) return refusal(400, "malformed", "The station sent nonsense.");
  const label = { orderId: params.order, itemId: line, cents: Number(cents) };
  const staff = staffWith(context, "pack");
  const found = await orNull(
    labelWeight(db, staff, label).then((weight) => ({ weight })),
    log,
    "look up a label's weight",
  );
  if (!found) return refusal(503, "failed", "The shop did not answer.");
  if (!found.weight) return refusal(404, "unknown", "This label's price by weight is not known.");
  return Response.json(found.weight);
}

/**
 * `GET /api/packing/{order}?package=`: `{ orders }`, the lines of other orders that a package can be
 * moved to; 404 if the order has no such package.
 */
async function otherOrders(
  context: Route.LoaderArgs["context"],
  orderId: string,
  packageId: string,
): Promise<Response> {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  const found = await orNull(
    ordersToMoveTo(db, staff, orderId, packageId).then((orders) => ({ orders })),
    log,
    "list orders that a package can be moved to",
  );
  if (!found) return refusal(503, "failed", "The shop did not answer.");
  if (!found.orders) return refusal(404, "gone", "There is no such package in this order.");
  return Response.json(found);
}

/** `GET /api/packing/{order}?label=`: `{ text }` naming the package by its label's number or id. */
async function whoseLabel(context: Route.LoaderArgs["context"], label: string): Promise<Response> {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  const text = await orNull(labelAtStationInWords(db, staff, label), log, "look up a label");
  if (!text) return refusal(503, "failed", "The shop did not answer.");
  return Response.json({ text });
}

async function perform(
  { db, shop }: Pick<RequestContext, "db" | "shop">,
  staff: Staff<"pack">,
  orderId: string,
  op: StationOp,
): Promise<void> {
  const follow = coverOrder(staff, orderId, shop);
  const followIn: Parameters<typeof transferPackage>[4] = (tx, id) =>
    coverOrder(staff, id, shop)(tx);
  switch (op.kind) {
    case "package":
      return addPackage(db, staff, orderId, op, follow);
    case "void":
      return voidPackage(db, staff, orderId, op, follow);
    case "move":
      return movePackages(db, staff, orderId, op);
    case "transfer":
      return transferPackage(db, staff, orderId, op, followIn);
    case "reweigh":
      return reweighPackage(db, staff, orderId, op, follow);
    case "restore":
      return restorePackages(db, staff, orderId, op, followIn);
    case "finish":
      return finishLine(db, staff, orderId, op, shop);
    case "reopen":
      return reopenLine(db, staff, orderId, op, follow);
    case "add":
      return addLineAtPacking(db, staff, orderId, op, shop);
    case "box":
      return nextBox(db, staff, orderId, op);
    case "take out":
      return takeOutBox(db, staff, orderId, op);
    case "claim":
      return claimOrder(db, staff, orderId);
    case "finalise":
      await fulfilPackedOrder(db, staff, { id: orderId, version: op.version }, shop);
  }
}

function refusalOf(error: unknown): { reason: PackingRefusal; message: string } | null {
  if (!isRefusal<PackingRefusal | OrderRefusal>(error)) return null;
  const { code, message } = error;
  if (code === "held") return { reason: "not pending", message };
  if (code !== "new client") return { reason: code, message };
  return { reason: code, message: "This client is new. Confirm the order before you finish it." };
}

function refusal(status: number, reason: string, message: string): Response {
  return Response.json({ reason, message, order: null }, { status });
}
