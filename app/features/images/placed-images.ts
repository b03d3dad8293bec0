import { z } from "zod";

/** More pictures of one thing than anybody looks at. */
const mostImages = 30;

/** A place and the pictures that are to stand there, as a browser sends them. */
export const placedImages = z.object({
  section: z.string(),
  key: z.string(),
  urls: z.array(z.string()).max(mostImages),
});
