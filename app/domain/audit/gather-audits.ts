import type { AuditEntry } from "./record-audit.server.ts";

/** Bytes of an entry's fields, before and after together: well below what the log takes. */
const longestEntry = 40_000;

/**
 * Makes one entry of those about the same thing by the same action, as long as no field is in two of
 * them and it stays small enough for the log: a list whose prices were raised has a few entries, not
 * one for each product.
 */
export function gathered(entries: readonly AuditEntry[]): AuditEntry[] {
  const result: AuditEntry[] = [];
  const open = new Map<string, { entry: AuditEntry; names: Set<string>; bytes: number }>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.entity, entry.entityId, entry.action]);
    const names = Object.keys({ ...entry.before, ...entry.after });
    const bytes = Buffer.byteLength(JSON.stringify([entry.before, entry.after]));
    const into = open.get(key);
    // Without fields it says that something was done, which may have been done twice.
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

/** The first of a gathered entry is its own object from then on. */
const joined = (one: Fields, other: Fields): Fields => (one || other ? { ...one, ...other } : one);
