import type { AuditEntry } from "./record-audit.server.ts";

/** Maximum bytes of an entry's fields, before and after together; well below the log's limit. */
const longestEntry = 40_000;

/**
 * Merges entries with the same subject and action, unless they share a field or exceed the size
 * limit: raising a list's prices makes a few entries, not one per product.
 */
export function gathered(entries: readonly AuditEntry[]): AuditEntry[] {
  const result: AuditEntry[] = [];
  const open = new Map<string, { entry: AuditEntry; names: Set<string>; bytes: number }>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.entity, entry.entityId, entry.action]);
    const names = Object.keys({ ...entry.before, ...entry.after });
    const bytes = Buffer.byteLength(JSON.stringify([entry.before, entry.after]));
    const into = open.get(key);
    // An entry without fields records that something was done, possibly twice.
    const isMore = names.length > 0 && into && !names.some((name) => into.names.has(name));
    if (isMore && into.bytes + bytes <= longestEntry) {
      into.entry.before = joined(into.entry.before, entry.before);
      into.entry.after = joined(into.entry.after, entry.after);
      into.bytes += bytes;
      for (const name of names) into.names.add(name);
    } else {
      const begun = { ...entry };
      result.push(begun);
      open.set(key, { entry: begun, names: new Set(names), bytes });
    }
  }
  return result;
}

type Fields = AuditEntry["before"];

/** Creates a new object; the original entry isn't modified. */
const joined = (one: Fields, other: Fields): Fields => (one || other ? { ...one, ...other } : one);
