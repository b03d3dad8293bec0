import type { RequestContext } from "#app/context.server.ts";
import { type StaffRefusal, StaffRefusedError } from "#app/features/auth/staff/staff.ts";
import { type StaffAnswer, staffFailed } from "./staff-answer.ts";

const missing: readonly StaffRefusal[] = ["gone", "no invitation"];

/** Does what a form of the staff's pages asks for; null if it is done, or the refusal. */
export async function doOrRefuse(
  { log }: Pick<RequestContext, "log">,
  fields: Record<string, string>,
  deed: () => Promise<void>,
): Promise<{ answer: StaffAnswer; status: number } | null> {
  const { intent = "" } = fields;
  try {
    await deed();
    return null;
  } catch (error) {
    if (error instanceof StaffRefusedError) {
      const { message, reason } = error;
      return {
        answer: { intent, message, values: fields },
        status: missing.includes(reason) ? 404 : 409,
      };
    }
    log.error({ err: error, intent }, "changing the staff failed");
    return { answer: { intent, message: staffFailed, values: fields }, status: 503 };
  }
}
