import type { StaffRole } from "#db/schema/values/staff.ts";

export const hitKinds = {
  order: "Orders",
  client: "Clients",
  invoice: "Invoices",
  lot: "Lots",
  product: "Products",
  page: "Pages and actions",
} as const;

export interface Hit {
  kind: keyof typeof hitKinds;
  /** E.g. "Order 1042". */
  title: string;
  /** Distinguishes it from others; may be empty. */
  detail: string;
  to: string;
}

/** The answer of `GET /api/office-search?q=`. */
export interface HitsAnswer {
  hits: Hit[];
  /** Kinds that could not be searched, e.g. "Invoices". */
  failed: string[];
}

export const hitsOfKind = 5;

/** The search as a page, for users without JavaScript. */
export const officeSearchPath = "/admin/search";

/** The announcement: "3 results", and the kinds that could not be searched. */
export function hitsInWords({ hits, failed }: HitsAnswer): string {
  const count = hits.length === 1 ? "1 result" : `${hits.length || "No"} results`;
  return failed.length > 0 ? `${count}. ${failed.join(", ")} could not be searched.` : count;
}

/** The user, who determines the pages found. */
export interface SearchesAs {
  staffRole: StaffRole | null;
  isImageEditor: boolean;
}
