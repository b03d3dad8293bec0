import { createMiddleware } from "hono/factory";
import { plainAnswer } from "./plain-answer.ts";

/** The longest path there is, an invoice's or an image's, takes a fifth of it. */
const maxPath = 1_024;

/**
 * Room for text pasted into a search box, and for the paths that the router requests in one batch.
 */
const maxQuery = 12_288;

/**
 * Rejects addresses longer than any of ours (414) before matching: the router takes quadratic time
 * for a path of slashes.
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
