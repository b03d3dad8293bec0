import { z } from "zod";

/** More pictures of one thing than anybody looks at. */
const mostImages = 30;

/** A place, the images that are to stand there, and the version its editor began with. */
export const imagesToSave = z.object({
  section: z.string(),
  key: z.string(),
  version: z.string(),
  urls: z.array(z.string()).max(mostImages),
});
