/** As many as a driver looks through at a door. */
export const mostSitePhotos = 4;

/** Names of the fields and buttons that add a photo to a site, and remove one. */
export const sitePhotoField = { added: "photoId", removed: "removePhoto" } as const;

/** Returns what a form asks about a site's photos; null for any other form. */
export function photoAsked(
  fields: Readonly<Record<string, string>>,
): { added: string } | { removed: string } | null {
  const { [sitePhotoField.added]: added, [sitePhotoField.removed]: removed } = fields;
  if (removed !== undefined) return { removed };
  return added === undefined ? null : { added };
}
