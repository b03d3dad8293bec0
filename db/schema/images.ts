import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { atMost, filled, instant, oneOf, within } from "./columns.ts";
import { products } from "./products.ts";
import { imageShots, maxAltLength } from "./values/images.ts";

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
    preview: text("preview").notNull(),
    /** Alternative text; null for the place's own, e.g. the product's name. */
    alt: text("alt"),
    /** Which photo of a product it is; null for any other image. */
    shot: text("shot", { enum: imageShots }),
    /** True for a sample that came with the shop, which the owner is to replace. */
    isSample: boolean("is_sample").notNull().default(false),
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
    check("images_alt_form", filled(t.alt, maxAltLength)),
    check("images_shot_known", oneOf(t.shot, imageShots)),
    index("images_uploaded_by").on(t.uploadedBy),
  ],
);

/**
 * Which image is shown where: section and key, position 0 first. In the section "product" the key
 * is the product's id, so that images survive a slug change; elsewhere it is a name, such as
 * "home-hero". The unique constraint's index also serves all queries by section and key.
 */
export const imageMappings = pgTable(
  "image_mappings",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    section: text("section").notNull(),
    imageKey: text("image_key").notNull(),
    /** The key as a foreign key: a product's images are deleted with it. */
    productId: uuid("product_id")
      .generatedAlwaysAs(sql`case when section = 'product' then image_key::uuid end`)
      .references(() => products.id, { onDelete: "cascade" }),
    position: integer("position").notNull().default(0),
    url: text("url").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    unique("image_mappings_place").on(t.section, t.imageKey, t.position),
    index("image_mappings_product").on(t.productId),
    check("image_mappings_section_form", filled(t.section, 100)),
    check("image_mappings_key_form", filled(t.imageKey, 200)),
    check("image_mappings_position_not_negative", sql`${t.position} >= 0`),
    check("image_mappings_url_form", filled(t.url, 2000)),
  ],
);
