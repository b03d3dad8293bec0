import type { Context } from "hono";
import type { Logger } from "pino";
import { z } from "zod";
import { createPaceLimit } from "#app/domain/limits/pace-limit.ts";
import type { createAddresses } from "./address.ts";
import { clientAddress } from "./trusted-proxies.ts";

/** Maximum bytes of a report; browsers truncate their samples, and send one at a time. */
export const policyReportBytes = 8 * 1024;

/** Per network: a page with an extension violates the policy a few times per view. */
const paceOfNetwork = { atOnce: 20, perSecond: 1 / 60 };

/** For all networks together, to limit the log. */
const paceOfAll = { atOnce: 100, perSecond: 1 / 30 };

/** A browser's report: https://www.w3.org/TR/CSP3/#deprecated-serialize-violation. */
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
 * Logs what browsers blocked on our pages: an attack, or a bug of ours. Anybody can send a report,
 * so few are logged, and the response reveals nothing. Expects the body to be limited.
 *
 * @param addresses removes tokens from what is logged
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

/** Returns "inline", "eval", "data", or a URL's origin, since its path may be a secret. */
function originOf(blocked: string): string {
  const url = URL.parse(blocked);
  return short(url?.host ? `${url.protocol}//${url.host}` : (url?.protocol ?? blocked));
}

const short = (text: string) => text.slice(0, 100);
