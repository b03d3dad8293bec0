import { createMiddleware } from "hono/factory";
import { plainAnswer } from "./plain-answer.ts";

/** The longest path, an invoice's or an image's, takes a fifth of it. */
const maxPath = 1_024;

/** Our paths have at most seven. */
const maxSegments = 64;

/** Room for text pasted into a search box, and for the paths that the router batches. */
const maxQuery = 12_288;

/**
 * Rejects URLs longer or deeper than any of ours (414) before matching: the router takes quadratic
 * time for a path of slashes, and looks for a route at each segment of a path.
 */
export const addressLimit = createMiddleware(async (c, next) => {
  const { url } = c.req.raw;
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const query = url.indexOf("?", start);
  const path = query < 0 ? url.length - start : query - start;
  const segments = url.slice(start, start + path).split("/", maxSegments + 2).length - 1;
  const isShort = path <= maxPath && url.length - start - path <= maxQuery;
  if (isShort && segments <= maxSegments) return next();
  return plainAnswer(c, 414, tooLong);
});

const tooLong = {
  title: "This address is too long",
  text: "None of our pages has an address this long. The link may have been mistyped.",
  leadsOn: true,
};
