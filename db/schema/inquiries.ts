import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { atMost, filled, instant, oneOf } from "./columns.ts";
import { businessTypes, deliveryChoices, robotSigns } from "./values/inquiries.ts";

/** Contact form messages. `handledAt` is null until someone has handled it. */
export const contactMessages = pgTable(
  "contact_messages",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    message: text("message").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    handledAt: instant("handled_at"),
    /** One per submission: a form that arrives twice is stored once. */
    sendingKey: text("sending_key").unique(),
    /** Null for a person. */
    robotSign: text("robot_sign", { enum: robotSigns }),
  },
  (t) => [
    check("contact_messages_name_form", filled(t.name, 200)),
    check("contact_messages_email_form", filled(t.email, 320)),
    check("contact_messages_message_form", filled(t.message, 10_000)),
    index("contact_messages_newest").on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("contact_messages_open")
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`handled_at is null`),
    check("contact_messages_robot_sign_known", oneOf(t.robotSign, robotSigns)),
    index("contact_messages_robots")
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`handled_at is null and robot_sign is not null`),
    index("contact_messages_handled").on(t.handledAt).where(sql`handled_at is not null`),
  ],
);

/** Wholesale inquiries. Weekly volume is free text. */
export const wholesaleInquiries = pgTable(
  "wholesale_inquiries",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    company: text("company").notNull(),
    contact: text("contact").notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull(),
    businessType: text("business_type", { enum: businessTypes }).notNull(),
    weeklyVolume: text("weekly_volume").notNull().default(""),
    delivery: text("delivery", { enum: deliveryChoices }).notNull(),
    notes: text("notes").notNull().default(""),
    createdAt: instant("created_at").notNull().defaultNow(),
    handledAt: instant("handled_at"),
    /** When the sender was last invited to open an account. */
    invitedAt: instant("invited_at"),
    /** One per submission: a form that arrives twice is stored once. */
    sendingKey: text("sending_key").unique(),
    /** Null for a person. */
    robotSign: text("robot_sign", { enum: robotSigns }),
  },
  (t) => [
    check("wholesale_inquiries_company_form", filled(t.company, 200)),
    check("wholesale_inquiries_contact_form", filled(t.contact, 200)),
    check("wholesale_inquiries_email_form", filled(t.email, 320)),
    check("wholesale_inquiries_phone_form", filled(t.phone, 50)),
    check("wholesale_inquiries_business_type_known", oneOf(t.businessType, businessTypes)),
    check("wholesale_inquiries_weekly_volume_length", atMost(t.weeklyVolume, 200)),
    check("wholesale_inquiries_delivery_known", oneOf(t.delivery, deliveryChoices)),
    check("wholesale_inquiries_notes_length", atMost(t.notes, 5000)),
    index("wholesale_inquiries_newest").on(
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index("wholesale_inquiries_open")
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`handled_at is null`),
    check("wholesale_inquiries_robot_sign_known", oneOf(t.robotSign, robotSigns)),
    index("wholesale_inquiries_robots")
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`handled_at is null and robot_sign is not null`),
    index("wholesale_inquiries_handled").on(t.handledAt).where(sql`handled_at is not null`),
  ],
);
