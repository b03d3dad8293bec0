import { type RequestContext, requestContext } from "#app/context.server.ts";
import type { Staff } from "#app/features/auth/capability.ts";
import { staffWith } from "#app/features/auth/guards.server.ts";
import { cutsToPack } from "#app/features/packing/packing-day.server.ts";
import {
  boxLabelsOf,
  packingSlipOf,
  packLabelsOf,
  pickListOf,
} from "#app/features/packing/papers/order-papers.ts";
import { getStationOrder } from "#app/features/packing/station-order.server.ts";
import { dayIn } from "#app/lib/day-range.ts";
import type { Route } from "./+types/paper.ts";

/**
 * `GET /admin/packing/{order}/papers/slip.pdf`, `boxes.pdf` and `packs.pdf`, and
 * `GET /admin/packing/{day}/papers/pick-list.pdf`. A middleware, because the router would buffer a
 * loader's response to encode it as `.data`.
 */
const answerPaper: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const { db, log, packingPapers, shop } = context.get(requestContext);
  const staff = staffWith(context, "pack");
  try {
    const pdf = await print({ db, packingPapers, shop }, staff, params);
    if (!pdf) return next();
    const file = `${params.paper.replace(/\.pdf$/, "")}-${params.id.slice(0, 10)}.pdf`;
    return new Response(pdf, {
      headers: {
        "Content-Type": "application/pdf",
        "Content-Disposition": `inline; filename="${file}"`,
        "X-Content-Type-Options": "nosniff",
      },
    });
  } catch (error) {
    log.error({ err: error, ...params }, "a paper was not printed");
    return plain("The paper could not be printed. Please go back and try again.", 503);
  }
};

export const middleware: Route.MiddlewareFunction[] = [answerPaper];

export function loader() {
  return plain("There is no such paper.", 404);
}

/** The PDF; null for a paper that is not there, or has nothing to print. */
async function print(
  { db, packingPapers: papers, shop }: Pick<RequestContext, "db" | "packingPapers" | "shop">,
  staff: Staff<"pack">,
  { id, paper }: { id: string; paper: string },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const now = new Date();
  if (paper === "pick-list.pdf") {
    if (!dayIn(id)) return null;
    return papers.printPickList(pickListOf(id, await cutsToPack(db, staff, id), now));
  }
  const order = await getStationOrder(db, staff, id);
  if (!order) return null;
  if (paper === "slip.pdf") return papers.printPackingSlip(packingSlipOf(order, shop.company, now));
  const boxes = paper === "boxes.pdf" ? boxLabelsOf(order, shop.company) : [];
  if (boxes.length > 0) return papers.printBoxLabels(boxes);
  const packs = paper === "packs.pdf" ? packLabelsOf(order, shop.company) : [];
  return packs.length > 0 ? papers.printPackLabels(packs, "4x2") : null;
}

function plain(text: string, status: number): Response {
  return new Response(text, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
