import { z } from "zod";

/** A generous upper bound on images per place. */
const mostImages = 30;

/** A save request: the place, its new images, and the version the editor started from. */
export const imagesToSave = z.object({
  section: z.string(),
  key: z.string(),
  version: z.string(),
  urls: z.array(z.string()).max(mostImages),
});
