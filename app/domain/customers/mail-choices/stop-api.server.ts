import { setMailChoice } from "#app/domain/customers/save-customers.server.ts";
import type { Database, Log } from "#db/database.ts";
import type { StopLinks } from "./mail-choices.server.ts";
import { choiceWords, type MailKind } from "./mail-kinds.ts";

/**
 * Answers `POST /api/order-reminders/stop?token=…` and the like, which mail programs send when
 * their user unsubscribes (RFC 8058, section 3.2). The body isn't read.
 */
export async function answerStop(
  { db, stopLinks }: { db: Database; stopLinks: StopLinks },
  kind: MailKind,
  request: Request,
  log: Pick<Log, "error">,
): Promise<Response> {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const customerId = stopLinks.customerOf(kind, token);
  if (!customerId) return plain("This link no longer works.", 410);
  try {
    await setMailChoice(db, customerId, kind, false);
  } catch (error) {
    log.error({ err: error, kind }, "stopping mails failed");
    return plain("The change could not be saved. Please try again.", 503);
  }
  return plain(choiceWords[kind].told, 200);
}

function plain(text: string, status: number): Response {
  return new Response(text, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
