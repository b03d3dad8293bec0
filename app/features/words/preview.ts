/** The query parameter with which staff see a page with their unsaved texts. */
export const previewParameter = "preview-words";
