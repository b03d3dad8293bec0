import { sql } from "drizzle-orm";
import { bigint, check, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { filled, instant, oneOf } from "./columns.ts";
import { auditedEntities } from "./values/audit.ts";

/**
 * Who changed what, when, from what to what. Append-only: a trigger rejects updates and deletes.
 * When the actor's account is deleted, `actorId` becomes null and `actorEmail` stays.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull().defaultNow(),
    actorId: uuid("actor_id").references(() => user.id, { onDelete: "set null" }),
    actorEmail: text("actor_email").notNull(),
    entity: text("entity", { enum: auditedEntities }).notNull(),
    entityId: text("entity_id").notNull(),
    action: text("action").notNull(),
    before: jsonb("before"),
    after: jsonb("after"),
  },
  (t) => [
    check("audit_log_actor_email_form", filled(t.actorEmail, 320)),
    check("audit_log_entity_known", oneOf(t.entity, auditedEntities)),
    check("audit_log_entity_id_form", filled(t.entityId, 300)),
    check("audit_log_action_form", filled(t.action, 100)),
    // A size limit, so that no entry can fill the disk; the longest one written is some 40 kB.
    check(
      "audit_log_size",
      sql`coalesce(octet_length(${t.before}::text), 0) + coalesce(octet_length(${t.after}::text), 0) <= 65536`,
    ),
    index("audit_log_entity").on(t.entity, t.entityId, t.id),
    index("audit_log_actor").on(t.actorId),
  ],
);
