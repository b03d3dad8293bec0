import { products } from "#db/schema/products.ts";

/** The columns of a card: id, name, category, price_per_lb, image_url (specification, section 7). */
export const summaryColumns = {
  id: products.id,
  name: products.name,
  category: products.category,
  pricePerLb: products.pricePerLb,
  imageUrl: products.imageUrl,
  slug: products.slug,
};

/** The columns of a product's own page. */
export const productColumns = {
  ...summaryColumns,
  cutType: products.cutType,
  otherNames: products.otherNames,
  description: products.description,
};

/** The columns of a product in the back office. */
export const adminColumns = { ...productColumns, isActive: products.isActive };
