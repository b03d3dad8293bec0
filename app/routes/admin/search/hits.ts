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
  /** Kinds of which there are more hits, e.g. "Orders". */
  cut: string[];
}

/** At most this many of a kind are listed. */
export const hitsOfKind = 5;

/** The search as a page, for users without JavaScript. */
export const officeSearchPath = "/admin/search";

/** The announcement: "3 results", the kinds that were cut, and those that could not be searched. */
export function hitsInWords({ hits, failed, cut }: HitsAnswer): string {
  const count = hits.length === 1 ? "1 result" : `${hits.length || "No"} results`;
  return [
    count,
    cut.length > 0 && `${cut.join(", ")}: only the first ${hitsOfKind}`,
    failed.length > 0 && `${failed.join(", ")} could not be searched.`,
  ]
    .filter(Boolean)
    .join(". ");
}

/** The user, who determines the pages found. */
export interface SearchesAs {
  staffRole: StaffRole | null;
  isImageEditor: boolean;
}
