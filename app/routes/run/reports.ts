import { requestContext } from "#app/context.server.ts";
import type { HandedOver } from "#app/domain/delivery/runs/handed-over.ts";
import { reportSchema } from "#app/domain/delivery/runs/report.ts";
import { atDoor } from "#app/features/runs/at-door.ts";
import { recordReport } from "#app/features/runs/reports/record-report.server.ts";
import { gateCodesOf, getDriversRun } from "#app/features/runs/runs.server.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import type { Route } from "./+types/reports.ts";
import { openRunLink } from "./run-link.server.ts";

/** `GET /run/{token}/reports`: the current run, with its door codes, for the driver's page. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { driver, status, handedOver, headers } = await openRunLink(services, params.token);
  if (handedOver) return over(handedOver, headers);
  if (!driver) return refusal(status, "link", noLink, headers);
  const asOf = Date.now();
  const door = atDoor(services);
  const run = await getDriversRun(services.db, driver, door);
  const codes = await gateCodesOf(services.db, driver);
  return Response.json({ run, asOf, codes }, { headers });
}

/**
 * `POST /run/{token}/reports` with one report as JSON (domain/delivery/runs/report.ts): 200 with
 * the resulting run, also for a report sent before; 400 if malformed; 404 without a working link,
 * and 410 with one that was handed over; 409 with a reason, a message and the run if refused; 503
 * if it failed and may be resent.
 */
export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const { db, log, shop } = services;
  const door = atDoor(services);
  const { driver, status, handedOver, headers } = await openRunLink(services, params.token);
  if (handedOver) return over(handedOver, headers);
  if (!driver) return refusal(status, "link", noLink, headers);
  if (request.method !== "POST") {
    return refusal(405, "malformed", "Reports are sent by POST.", { ...headers, Allow: "POST" });
  }
  const sent = reportSchema.safeParse(await request.json().catch(() => null));
  if (!sent.success) {
    const warm = sent.error.issues.find(({ path }) => path[0] === "temperatureC");
    const message = warm?.message ?? "This report could not be read. Nothing was changed.";
    return refusal(400, "malformed", message, headers);
  }
  try {
    await recordReport(db, driver, sent.data, shop, door);
    const asOf = Date.now();
    const run = await getDriversRun(db, driver, door);
    return Response.json({ run, asOf, codes: await gateCodesOf(db, driver) }, { headers });
  } catch (error) {
    if (isRefusal(error)) {
      const asOf = Date.now();
      const run = await getDriversRun(db, driver, door).catch(() => null);
      const { code: reason, message } = error;
      return Response.json({ reason, message, run, asOf }, { status: 409, headers });
    }
    log.error({ err: error, runId: driver.runId, kind: sent.data.kind }, "a report failed");
    return refusal(503, "failed", "The shop did not answer. This will be sent again.", headers);
  }
}

/** Somebody else drives the run now, whom the driver tells what this phone has not sent. */
function over(handedOver: HandedOver, headers: HeadersInit): Response {
  const message = `${handedOver.to} drives this run now. Tell them, or the office, what this phone has not sent.`;
  return Response.json(
    { reason: "handed over", message, run: null, handedOver },
    { status: 410, headers },
  );
}

const noLink = "This link no longer works.";

function refusal(status: number, reason: string, message: string, headers: HeadersInit): Response {
  return Response.json({ reason, message, run: null }, { status, headers });
}
