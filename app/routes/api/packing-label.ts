import { requestContext } from "#app/context.server.ts";
import {
  labelSettings,
  readPrinter,
  voidedLabel,
} from "#app/domain/packages/labels/label-settings.ts";
import { zplOf } from "#app/domain/papers/picture.server.ts";
import { printRaw } from "#app/domain/papers/print-raw.server.ts";
import { packageLabel, printPicture } from "#app/features/packing/papers/package-label.server.ts";
import { requireStaff, staffWith } from "#app/guards/guards.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { answerPaper, plainAnswer } from "#app/routes/paper-answer.server.ts";
import type { Route } from "./+types/packing-label.ts";

export const middleware: Route.MiddlewareFunction[] = [requireStaff("pack")];

/**
 * `POST /api/packing/{order}/labels/{package}` prints a package's label on the label printer that
 * the owner set up in the shop's network: 204; 404 for an unknown package, 409 without a printer,
 * 410 for a voided package, 503 if the printer doesn't answer. Each request prints a label.
 */
export async function action({ request, context, params }: Route.ActionArgs) {
  if (request.method !== "POST") return loader();
  const staff = staffWith(context, "pack");
  if (!isUuid(params.order) || !isUuid(params.package)) return noPackage();
  const { settings, log } = context.get(requestContext);
  const labels = settings.get(labelSettings);
  // Checked again: the stored value may be older than the rule.
  const printer = readPrinter(labels.printer);
  if (!printer) return plainAnswer("No label printer is set up in the network.", 409);
  const answer = await answerPaper(
    { request, context, admitted: staff, what: "The label" },
    async (print, { db, shop }) => {
      const asked = { orderId: params.order, packageId: params.package };
      const found = await packageLabel(db, staff, asked, shop.company, labels);
      if (found === "voided") return plainAnswer(voidedLabel, 410);
      if (!found) return null;
      const zpl = zplOf(await printPicture(print, found.label));
      try {
        await printRaw(printer, zpl);
      } catch (error) {
        log.warn({ err: error, printer: labels.printer }, "the label printer did not answer");
        return plainAnswer(
          "The label printer did not answer. See that it is on and has labels.",
          503,
        );
      }
      return new Response(null, { status: 204 });
    },
  );
  return answer ?? noPackage();
}

const noPackage = () => plainAnswer("There is no such package.", 404);

export const loader = () => plainAnswer("Labels are printed by POST.", 405);
