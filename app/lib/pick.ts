/** Returns some of an object's properties, e.g. a table's columns: `pick(orders, "id", "number")`. */
export function pick<From extends object, Name extends keyof From>(
  from: From,
  ...names: Name[]
): Pick<From, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
}
