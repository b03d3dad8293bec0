import { createMiddleware } from "hono/factory";
import { plainAnswer } from "./plain-answer.ts";

/** The longest path there is, an invoice's or a picture's address, takes a fifth of it. */
const maxPath = 1_024;

/** What people paste into a search box, and the paths that the router asks for at once. */
const maxQuery = 12_288;

/**
 * Refuses addresses that are longer than any of ours (414) before anything is matched against them:
 * the router takes quadratic time for a path of slashes.
 */
export const addressLimit = createMiddleware(async (c, next) => {
  const { url } = c.req.raw;
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const query = url.indexOf("?", start);
  const path = query < 0 ? url.length - start : query - start;
  if (path <= maxPath && url.length - start - path <= maxQuery) return next();
  return plainAnswer(c, 414, tooLong);
});

const tooLong = {
  title: "This address is too long",
  text: "None of our pages has an address this long. The link may have been mistyped.",
  leadsOn: true,
};
