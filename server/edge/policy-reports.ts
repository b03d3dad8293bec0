import type { Context } from "hono";
import type { Logger } from "pino";
import { z } from "zod";
import { createPaceLimit } from "#app/domain/limits/pace-limit.ts";
import type { createAddresses } from "./address.ts";
import { clientAddress } from "./trusted-proxies.ts";

/** Bytes of a report; browsers cut their samples short, and send one at a time. */
export const policyReportBytes = 8 * 1024;

/** Of one network: a page with an extension breaks the policy a few times at each look. */
const paceOfNetwork = { atOnce: 20, perSecond: 1 / 60 };

/** Of all networks together, for the log's sake. */
const paceOfAll = { atOnce: 100, perSecond: 1 / 30 };

/** What browsers send to `report-uri` (https://www.w3.org/TR/CSP3/#deprecated-serialize-violation). */
const report = z.object({
  "csp-report": z.object({
    "document-uri": z.string(),
    "blocked-uri": z.string().default(""),
    "effective-directive": z.string().optional(),
    "violated-directive": z.string().default(""),
  }),
});

interface Env {
  Variables: { log: Logger };
}

/**
 * Notes in the log what a page of ours was kept from loading: an attack, or a mistake of ours. Anybody
 * can send it, so nothing but the log depends on it, and few are noted. Whoever sent it learns nothing.
 * Expects the body to be limited.
 *
 * @param addresses leaves tokens out of what is logged
 */
export function policyReports(
  addresses: ReturnType<typeof createAddresses>,
  proxies?: Parameters<typeof clientAddress>[1],
) {
  const ofNetwork = createPaceLimit(paceOfNetwork);
  const ofAll = createPaceLimit(paceOfAll);
  return async <E extends Env>(c: Context<E>): Promise<Response> => {
    const isTooMany = ofNetwork.take(clientAddress(c, proxies)) ?? ofAll.take("everybody");
    const read = report.safeParse(isTooMany === null ? await c.req.json().catch(() => null) : null);
    if (read.success) {
      const said = read.data["csp-report"];
      const page = addresses(URL.parse(said["document-uri"])?.pathname ?? "");
      const directive = said["effective-directive"] ?? said["violated-directive"];
      const facts = { page: page?.logged, directive: short(directive) };
      c.var.log.warn(
        { ...facts, blocked: originOf(said["blocked-uri"]) },
        "a page's policy was broken",
      );
    }
    return c.body(null, 204);
  };
}

/** "inline", "eval", "data", or the origin of an address: its path may be somebody's secret. */
function originOf(blocked: string): string {
  const url = URL.parse(blocked);
  return short(url?.host ? `${url.protocol}//${url.host}` : (url?.protocol ?? blocked));
}

const short = (text: string) => text.slice(0, 100);
