import { and, eq, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { auditedLength, shortened } from "#app/domain/audit/shortened.ts";
import { keepRenewed } from "#app/lib/renewed.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import { paymentSettings } from "#db/schema/money/payments.ts";
import { keptValues } from "#db/schema/system.ts";
import { etransferSettings } from "./company-settings.ts";
import { type SettingsGroup, settingsConflict } from "./settings-group.ts";

/** In ms: reloads in case a notification was missed. */
const maxAge = 5 * 60_000;

export interface Settings {
  /** Returns a group's value, or its defaults, from memory; the same object until it changes. */
  get<Value extends object>(group: SettingsGroup<Value>): Value;
  /** Returns the version to save a group with; 0 while it has its defaults. */
  versionOf(group: SettingsGroup<object>): number;
  /** Reloads all groups: on `settings_changed`, and for callers that read after saving. */
  renew(): Promise<void>;
}

/**
 * Loads the owner's settings, and caches them until `renew` is called. A stored value that does not
 * parse counts as not set, and is logged.
 */
export async function openSettings(db: Database, log: Log): Promise<Settings> {
  const { now, get, renew } = keepRenewed({
    load: async () => {
      const kept = await db.select().from(keptValues);
      // Stored in its own table (domain/settings/payments) and saved there.
      const [etransfers] = await db
        .select({ email: paymentSettings.etransferEmail })
        .from(paymentSettings);
      const rows = [
        ...kept.map(({ key, value, version }) => ({ key, value: value as unknown, version })),
        { key: etransferSettings.key, value: etransfers as unknown, version: 0 },
      ];
      return new Map(rows.map((row) => [row.key, { ...row, parsed: undefined as unknown }]));
    },
    maxAge,
    onFailure: (error) => log.warn({ err: error }, "kept older settings"),
  });
  await get();
  return {
    get<Value extends object>({ key, schema, defaults }: SettingsGroup<Value>) {
      const row = now().get(key);
      if (!row) return defaults;
      row.parsed ??= parsed(row.value) ?? defaults;
      return row.parsed as Value;

      function parsed(value: unknown) {
        const { data, error } = schema.safeParse(value);
        if (error) log.error({ err: error, key }, "stored settings could not be read");
        return data;
      }
    },
    versionOf: ({ key }) => now().get(key)?.version ?? 0,
    renew,
  };
}

/** Returns the audit subject. */
export function settingsSubjectOf({ key }: SettingsGroup<object>) {
  return { entity: "setting", entityId: key } as const;
}

/**
 * Saves and logs a group; writes nothing if unchanged. The database notifies every process. For
 * administrators.
 *
 * @param version the version that the administrator saw
 * @throws Refusal if another one is stored by now
 */
export async function saveSettings<Value extends object>(
  db: Database,
  admin: Admin,
  group: SettingsGroup<Value>,
  wanted: Value,
  version: number,
): Promise<void> {
  const { key, defaults } = group;
  const value = group.schema.parse(wanted);
  await db.transaction(async (tx) => {
    const stored = await readStored(tx, key);
    const now = stored?.version ?? 0;
    if (now !== version) throw settingsConflict({ version: String(now) });
    const former = (stored && group.schema.safeParse(stored.value).data) ?? defaults;
    const changes = differences(former, value);
    if (changes) {
      await (stored ? replace(tx, key, value, version) : insert(tx, key, value));
      await recordAudit(tx, admin, { ...settingsSubjectOf(group), action: "edited", ...changes });
    }
  });
}

/** Returns a group's value as stored now, or its defaults; for decisions in a transaction. */
export async function storedSettings<Value extends object>(
  tx: Database | Transaction,
  { key, schema, defaults }: SettingsGroup<Value>,
): Promise<Value> {
  const [row] = await tx
    .select({ value: keptValues.value })
    .from(keptValues)
    .where(eq(keptValues.key, key));
  return (row && schema.safeParse(row.value).data) ?? defaults;
}

async function readStored(tx: Transaction, key: string) {
  const [row] = await tx.select().from(keptValues).where(eq(keptValues.key, key)).for("update");
  return row;
}

async function replace(tx: Transaction, key: string, value: object, version: number) {
  await tx
    .update(keptValues)
    .set({ value, version: version + 1, updatedAt: sql`now()` })
    .where(and(eq(keptValues.key, key), eq(keptValues.version, version)));
}

/** There is no row to lock yet: the primary key decides between two concurrent first saves. */
async function insert(tx: Transaction, key: string, value: object) {
  const inserted = await tx
    .insert(keptValues)
    .values({ key, value })
    .onConflictDoNothing()
    .returning({ key: keptValues.key });
  if (inserted.length === 0) throw settingsConflict({ version: "1" });
}

/** Returns the fields that differ, before and after, shortened for the audit log; null for none. */
function differences(former: object, wanted: object): { before: object; after: object } | null {
  const [from, to] = [new Map(Object.entries(former)), new Map(Object.entries(wanted))];
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const name of new Set([...from.keys(), ...to.keys()])) {
    const [one, other] = [from.get(name), to.get(name)];
    if (JSON.stringify(one) === JSON.stringify(other)) continue;
    [before[name], after[name]] = audited(one, other);
  }
  return Object.keys(after).length > 0 ? { before, after } : null;
}

function audited(from: unknown, to: unknown): [unknown, unknown] {
  const isPlain = (value: unknown) =>
    value === null || typeof value === "number" || typeof value === "boolean";
  if (isPlain(from) && isPlain(to)) return [from, to];
  return shortened(inWords(from), inWords(to), auditedLength);
}

/** Formats a list as lines and an object as its values, for readers of the history. */
function inWords(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(inWords).join("\n");
  if (typeof value === "object") return Object.values(value).map(inWords).join(", ");
  return String(value);
}
