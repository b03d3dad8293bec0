import type { RequestContext } from "#app/context.server.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { labelSettings, voidedLabel } from "#app/domain/packages/labels/label-settings.ts";
import { withoutDay } from "#app/domain/packages/packing.ts";
import { pngOf, zplOf } from "#app/domain/papers/picture.server.ts";
import type { Print } from "#app/domain/papers/print-job.ts";
import { cutsToPack } from "#app/features/packing/packing-day.server.ts";
import {
  boxLabelsOf,
  packingSlipOf,
  packLabelsOf,
  pickListOf,
} from "#app/features/packing/papers/order-papers.ts";
import {
  packageLabel,
  printPicture,
  shelfPrices,
} from "#app/features/packing/papers/package-label.server.ts";
import {
  createPackingPapers,
  type PackingPapers,
} from "#app/features/packing/papers/papers.server.ts";
import { getStationOrder } from "#app/features/packing/station-order.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { answerPaper, pdfResponse, plainAnswer } from "#app/routes/paper-answer.server.ts";
import type { Route } from "./+types/paper.ts";

/**
 * `GET /admin/packing/{order}/papers/slip.pdf`, `boxes.pdf` and `packs.pdf`; `GET
 * /admin/packing/{day}/papers/pick-list.pdf`; `chosen/papers/slips.pdf?order=…&order=…` with the
 * slips of several orders; and `{order}/papers/label-{package}.png` and `.zpl`, the label of one
 * package. A middleware, as the router encodes what loaders return.
 */
const answerPackingPaper: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const staff = staffWith(context, "pack");
  const { searchParams } = new URL(request.url);
  const answer = await answerPaper(
    { request, context, admitted: staff, what: "The paper" },
    async (print, services) => {
      const pdf = await printed(createPackingPapers(print), services, staff, {
        ...params,
        chosen: searchParams.getAll("order").slice(0, maxSlips),
      });
      const label = /^label-([\da-f-]{36})\.(png|zpl)$/.exec(params.paper);
      if (label) return labelAnswer(print, services, staff, params.id, label);
      const name = params.paper.replace(/\.pdf$/, "");
      if (!pdf && name === "slips") return plainAnswer(nothingPacked, 404);
      return pdf && pdfResponse(pdf, `${name}-${params.id.slice(0, 10)}.pdf`);
    },
  );
  return answer ?? next();
};

/** Returns a package's label, as a picture in the printer's resolution or in ZPL. */
async function labelAnswer(
  print: Print,
  { db, shop, settings }: Pick<RequestContext, "db" | "shop" | "settings">,
  staff: Staff<"pack">,
  orderId: string,
  [, packageId = "", kind]: RegExpExecArray,
): Promise<Response | null> {
  const asked = { orderId, packageId };
  const found = await packageLabel(db, staff, asked, shop.company, settings.get(labelSettings));
  if (found === "voided") return plainAnswer(voidedLabel, 410);
  if (!found) return null;
  const picture = await printPicture(print, found.label);
  const headers = { "Cache-Control": "no-store" };
  return kind === "zpl"
    ? new Response(zplOf(picture), {
        headers: { ...headers, "Content-Type": "text/plain; charset=us-ascii" },
      })
    : new Response(new Uint8Array(pngOf(picture)), {
        headers: { ...headers, "Content-Type": "image/png" },
      });
}

const nothingPacked = "Nothing of these orders is packed yet, so there are no slips to print.";

/** Slips printed at once: a page of the list of orders. */
const maxSlips = 100;

export const middleware: Route.MiddlewareFunction[] = [answerPackingPaper];

export const loader = () => plainAnswer("There is no such paper.", 404);

async function printed(
  papers: PackingPapers,
  { db, shop, settings }: Pick<RequestContext, "db" | "shop" | "settings">,
  staff: Staff<"pack">,
  { id, paper, chosen }: { id: string; paper: string; chosen: string[] },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const now = new Date();
  if (paper === "pick-list.pdf") {
    if (!dayIn(id) && id !== withoutDay) return null;
    return papers.printPickList(pickListOf(id, await cutsToPack(db, staff, id), now));
  }
  if (paper === "slips.pdf") {
    const slips = [];
    for (const one of chosen) {
      const order = await getStationOrder(db, staff, one);
      // An order without packages has nothing to list.
      const isPacked = order?.lines.some(({ packages }) => packages.length > 0);
      if (order && isPacked) slips.push(packingSlipOf(order, shop.company, now));
    }
    return slips.length > 0 ? papers.printPackingSlips(slips) : null;
  }
  const order = await getStationOrder(db, staff, id);
  if (!order) return null;
  if (paper === "slip.pdf")
    return papers.printPackingSlips([packingSlipOf(order, shop.company, now)]);
  const boxes = paper === "boxes.pdf" ? boxLabelsOf(order, shop.company) : [];
  if (boxes.length > 0) return papers.printBoxLabels(boxes);
  if (paper !== "packs.pdf") return null;
  const known = { facts: settings.get(labelSettings).products, prices: await shelfPrices(db, id) };
  const packs = packLabelsOf(order, shop.company, known);
  return packs.length > 0 ? papers.printPackLabels(packs, "4x3") : null;
}
