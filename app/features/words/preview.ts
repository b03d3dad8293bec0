/** The query parameter with which staff see a page with their unsaved texts. */
export const previewParameter = "preview-words";

/** Where the texts of a public page are edited. */
export function wordsPath(publicPath: string): string {
  return `/admin/settings/words/${publicPath.slice(1) || "home"}`;
}
