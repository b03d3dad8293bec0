/** Per site; a driver at the door doesn't look through more. */
export const mostSitePhotos = 4;

export const sitePhotoField = { added: "photoId", removed: "removePhoto" } as const;

/** Returns the change of photos that a form asks for; null for any other form. */
export function photoAsked(
  fields: Readonly<Record<string, string>>,
): { added: string } | { removed: string } | null {
  const { [sitePhotoField.added]: added, [sitePhotoField.removed]: removed } = fields;
  if (removed !== undefined) return { removed };
  return added === undefined ? null : { added };
}
