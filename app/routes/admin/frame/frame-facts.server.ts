import type { RequestContext } from "#app/context.server.ts";
import { type Staff, staffMay } from "#app/domain/access/capability.ts";
import { countOpenRequests } from "#app/domain/claims/credits.server.ts";
import { countWork } from "#app/domain/orders/lists/orders-admin.server.ts";
import { sampleFacts } from "#app/features/sample/sample-acts.server.ts";
import { isDesignated } from "#app/guards/guards.server.ts";
import { orNull } from "#app/lib/or-null.ts";
import { creditsPath, inboxPath, ordersPath, packingPath } from "../navigation.ts";
import type { MenuCounts } from "./side-menu.tsx";

type Services = Pick<RequestContext, "db" | "log" | "inboxCount" | "adminEmail" | "settings">;

/** Returns the frame's data: the user and their pending work; counts that fail are left out. */
export async function frameFacts(services: Services, staff: Staff) {
  const { db, log, inboxCount, adminEmail, settings } = services;
  const pending = { status: "pending" as const };
  const [waiting, work, requests, sample] = await Promise.all([
    staffMay(staff, "inbox") ? orNull(inboxCount.waiting(staff), log, "count the inbox") : null,
    staffMay(staff, "orders") || staffMay(staff, "pack")
      ? orNull(countWork(db, staff, pending), log, "count what is to be done")
      : null,
    staffMay(staff, "money")
      ? orNull(countOpenRequests(db, staff), log, "count credit requests")
      : null,
    orNull(sampleFacts(db, settings, staff), log, "look at the sample business"),
  ]);
  const counts: MenuCounts = {
    ...(work && {
      [ordersPath]: { count: work.pack + work.held, isUrgent: false },
      [packingPath]: { count: work.packing, isUrgent: false },
    }),
    ...(waiting && {
      [inboxPath]: { count: waiting.messages + waiting.inquiries, isUrgent: true },
    }),
    ...(requests !== null && { [creditsPath]: { count: requests, isUrgent: true } }),
  };
  const { email, staffRole } = staff;
  const isImageEditor = isDesignated(staff, adminEmail);
  return { email, staffRole, isImageEditor, waiting, counts, sample };
}
