/** Query parameter that shows staff a page with their unsaved texts. */
export const previewParameter = "preview-words";
