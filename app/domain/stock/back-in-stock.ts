export function backInStockPath(slug: string): string {
  return `/back-in-stock/${encodeURIComponent(slug)}`;
}
