export const importKinds = ["products", "prices", "clients", "sites", "balances"] as const;
export type ImportKind = (typeof importKinds)[number];

/**
 * A file goes from `columns` (their meaning is not set yet) by `reading` to `read`, where its rows
 * can be reviewed; by `applying` to `applied`, and by `undoing` to `undone`. An unreadable one is
 * `failed`.
 */
export const importStates = [
  "columns",
  "reading",
  "read",
  "applying",
  "applied",
  "undoing",
  "undone",
  "failed",
] as const;
export type ImportState = (typeof importStates)[number];

export const importRowStates = ["new", "changed", "unchanged", "refused"] as const;
export type ImportRowState = (typeof importRowStates)[number];
