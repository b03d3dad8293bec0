/** Where one asks to be told when a product is back. */
export function backInStockPath(slug: string): string {
  return `/back-in-stock/${encodeURIComponent(slug)}`;
}
