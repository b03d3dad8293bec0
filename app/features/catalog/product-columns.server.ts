import { products } from "#db/schema/products.ts";

/** The columns of a card: id, name, category, price_per_lb, image_url (specification, section 7). */
export const summaryColumns = {
  id: products.id,
  name: products.name,
  category: products.category,
  pricePerLb: products.pricePerLb,
  imageUrl: products.imageUrl,
};

/** The columns of a product's own page. */
export const productColumns = {
  ...summaryColumns,
  slug: products.slug,
  cutType: products.cutType,
  description: products.description,
};

/** The columns of a product in the back office. */
export const adminColumns = { ...productColumns, isActive: products.isActive };
