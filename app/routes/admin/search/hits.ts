import type { StaffRole } from "#db/schema/values/staff.ts";

/** What the back office's search finds besides its pages, in the order in which it is listed. */
export const hitKinds = {
  order: "Orders",
  client: "Clients",
  invoice: "Invoices",
  lot: "Lots",
  product: "Products",
  page: "Pages and actions",
} as const;

/** One thing that was found, and where it is. */
export interface Hit {
  kind: keyof typeof hitKinds;
  /** What it is called: "Order 1042". */
  title: string;
  /** What tells it from others; may be empty. */
  detail: string;
  /** Its address. */
  to: string;
}

/** The answer of `GET /api/office-search?q=`. */
export interface HitsAnswer {
  hits: Hit[];
  /** What could not be searched, in words: "Invoices". */
  failed: string[];
}

/** How many of each kind are listed. */
export const hitsOfKind = 5;

/** The back office's search as a page, for whoever has no JavaScript. */
export const officeSearchPath = "/admin/search";

/** What is announced: "3 results", and what could not be searched. */
export function hitsInWords({ hits, failed }: HitsAnswer): string {
  const count = hits.length === 1 ? "1 result" : `${hits.length || "No"} results`;
  return failed.length > 0 ? `${count}. ${failed.join(", ")} could not be searched.` : count;
}

/** Who searches: it decides which pages are found. */
export interface SearchesAs {
  staffRole: StaffRole | null;
  isImageEditor: boolean;
}
