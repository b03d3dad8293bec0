import { setReminders } from "#app/domain/customers/save-customers.server.ts";
import type { Database, Log } from "#db/database.ts";
import type { ReminderLinks } from "./opt-out.server.ts";

/**
 * Answers `POST /api/order-reminders/stop?token=…`, which mail programs send when their user refuses
 * further reminders (RFC 8058, section 3.2). The body says nothing that matters, and isn't read.
 */
export async function answerStop(
  { db, reminderLinks }: { db: Database; reminderLinks: ReminderLinks },
  request: Request,
  log: Pick<Log, "error">,
): Promise<Response> {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const customerId = reminderLinks.customerOf(token);
  if (!customerId) return plain("This link no longer works.", 410);
  try {
    await setReminders(db, customerId, false);
  } catch (error) {
    log.error({ err: error }, "stopping reminders failed");
    return plain("The change could not be saved. Please try again.", 503);
  }
  return plain("You get no more reminders.", 200);
}

function plain(text: string, status: number): Response {
  return new Response(text, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
