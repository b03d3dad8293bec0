/**
 * What a table has under a name that came from outside: an address, a form, a file. Undefined for what
 * it does not have itself, such as "constructor", which every object inherits.
 */
export function ownEntry<Value>(
  table: Readonly<Record<string, Value>>,
  name: string | null | undefined,
): Value | undefined {
  return typeof name === "string" && Object.hasOwn(table, name) ? table[name] : undefined;
}
