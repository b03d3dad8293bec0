/** Returns the page of a product's waitlist. */
export function backInStockPath(slug: string): string {
  return `/back-in-stock/${encodeURIComponent(slug)}`;
}
