import type { BankRowState } from "#db/schema/values/money.ts";

export const bankPage = "/admin/receivables/import";

export const bankFilePage = (id: string) => `${bankPage}/files/${id}`;

export const bankRowPage = (id: string) => `${bankPage}/rows/${id}`;

/** Returns the page with a file's result, or the one that asks for its columns. */
export const afterUpload = ({ id, isRead }: { id: string; isRead: boolean }) =>
  isRead ? `${bankPage}?file=${id}` : bankFilePage(id);

/** Returns a page of the payments in a state. */
export function bankListAddress(state: BankRowState, page = 1): string {
  const query = new URLSearchParams();
  if (state !== "open") query.set("view", state);
  if (page > 1) query.set("page", String(page));
  return `${bankPage}${query.size > 0 ? `?${query}` : ""}`;
}
