import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { atMost, instant, within } from "./columns.ts";

/**
 * The images in the bucket, by path. A row exists only while its file does: it is inserted after
 * the file is written and deleted before it.
 */
export const images = pgTable(
  "images",
  {
    path: text("path").primaryKey(),
    /** Upload time, in ms since 1970: the `t` of its address. */
    version: bigint("version", { mode: "number" }).notNull(),
    /** SHA-256 of the file, in hexadecimal. */
    digest: text("digest").notNull(),
    contentType: text("content_type").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    bytes: integer("bytes").notNull(),
    /** A tiny preview, as a data URL. */
    preview: text("preview").notNull(),
    uploadedBy: uuid("uploaded_by").references(() => user.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    check(
      "images_path_form",
      sql`${t.path} ~ '^(products|pages|sections)/[a-z0-9][a-z0-9-]*\\.(jpg|webp)$' and char_length(${t.path}) <= 200`,
    ),
    check("images_version_positive", sql`${t.version} > 0`),
    check("images_digest_form", sql`${t.digest} ~ '^[0-9a-f]{64}$'`),
    check("images_content_type_known", sql`${t.contentType} in ('image/jpeg', 'image/webp')`),
    check("images_width_within", within(t.width, 1, 20_000)),
    check("images_height_within", within(t.height, 1, 20_000)),
    check("images_bytes_positive", sql`${t.bytes} > 0`),
    check("images_preview_length", atMost(t.preview, 1000)),
    index("images_uploaded_by").on(t.uploadedBy),
  ],
);
