/** Audited entity types. */
export const auditedEntities = [
  "order",
  "product",
  "image",
  "client",
  "inquiry",
  "lot",
  "setting",
  "delivery",
  "run",
  "price",
  "payment",
  "bank",
  "credit",
  "export",
  "account",
  "staff",
] as const;
