import type { RowFilter } from "#app/features/imports/import-file.ts";
import type { ImportKind } from "#db/schema/values/imports.ts";
import { importPage } from "../navigation.ts";

export const kindPage = (kind: ImportKind) => `${importPage.to}/${kind}`;

export const templateAddress = (kind: ImportKind) => `${importPage.to}/templates/${kind}.csv`;

export const importFilePage = (id: string) => `${importPage.to}/files/${id}`;

export const columnsPage = (id: string) => `${importFilePage(id)}/columns`;

/** Returns the page of a file's rows, or the one that asks for the meaning of its columns. */
export const afterUpload = ({ id, isReading }: { id: string; isReading: boolean }) =>
  isReading ? importFilePage(id) : columnsPage(id);

/** Returns the URL of a page of a file's rows. */
export function rowsAddress(id: string, filter: RowFilter | undefined, page = 1): string {
  const query = new URLSearchParams();
  if (filter) query.set("rows", filter);
  if (page > 1) query.set("page", String(page));
  return `${importFilePage(id)}${query.size > 0 ? `?${query}` : ""}`;
}

/** Parses the page number of a URL; 1 for anything else. */
export function pageNumberIn({ searchParams }: URL): number {
  const typed = searchParams.get("page") ?? "";
  return /^[1-9]\d{0,3}$/.test(typed) ? Number(typed) : 1;
}
