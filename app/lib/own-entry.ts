/**
 * Returns a table's own entry for an untrusted name: from a URL, a form or a file. Undefined for
 * inherited names such as "constructor".
 */
export function ownEntry<Value>(
  table: Readonly<Record<string, Value>>,
  name: string | null | undefined,
): Value | undefined {
  return typeof name === "string" && Object.hasOwn(table, name) ? table[name] : undefined;
}
