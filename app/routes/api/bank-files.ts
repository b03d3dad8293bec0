import { requestContext } from "#app/context.server.ts";
import { requireStaff, staffWith } from "#app/features/auth/guards.server.ts";
import { maxFileBytes } from "#app/features/receivables/bank/bank-file.ts";
import { tooLargeText } from "#app/features/receivables/bank/csv-file.server.ts";
import { storeBankFile } from "#app/features/receivables/bank/imports.server.ts";
import { SheetRefusedError } from "#app/features/spreadsheets/sheet.ts";
import { UploadRefusedError } from "#app/features/uploads/uploads.ts";
import { afterUpload } from "../admin/receivables/bank/bank-addresses.ts";
import type { Route } from "./+types/bank-files.ts";

export const middleware: Route.MiddlewareFunction[] = [requireStaff("money")];

/**
 * `POST /api/bank-files?name=` with a bank's file as its body: 201 with the page to go to; 400 for a
 * file that is no such CSV, 413 for one that is too large.
 */
export async function action({ request, context, url }: Route.ActionArgs) {
  if (request.method !== "POST") return loader();
  const { db, log, uploads, clientAddress, leaveLine } = context.get(requestContext);
  const staff = staffWith(context, "money");
  // The upload may take minutes.
  leaveLine(staff);
  try {
    const name = url.searchParams.get("name") ?? "";
    const stored = await uploads.receive(request, {
      from: { account: staff.userId, clientAddress },
      most: { bytes: maxFileBytes, message: tooLargeText },
      use: (content) => storeBankFile(db, staff, { name, content }),
    });
    return answer(201, { to: afterUpload(stored) });
  } catch (error) {
    if (error instanceof SheetRefusedError) return answer(400, { message: error.message });
    if (error instanceof UploadRefusedError) {
      return answer(error.status, { message: error.message });
    }
    // Don't log aborted uploads as errors.
    if (!request.signal.aborted) log.error({ err: error }, "a bank's file was not received");
    return answer(503, { message: "The file could not be received. Please try again." });
  }
}

export function loader() {
  const error = "Files of banks are sent by POST";
  return Response.json({ error }, { status: 405, headers: { Allow: "POST" } });
}

function answer(status: number, body: object): Response {
  return Response.json(body, { status });
}
