import type { AdminProduct } from "../product.ts";

/** A product as the values of its form; undefined for an empty check box. */
export function productValues({
  id: _id,
  imageUrl: _image,
  featuredRank: _rank,
  ...fields
}: AdminProduct): Record<string, string | undefined> {
  const values = Object.entries(fields).map(([name, value]) => {
    if (typeof value === "boolean") return [name, value ? "on" : undefined];
    return [name, value === null ? "" : String(value)];
  });
  return Object.fromEntries(values);
}
