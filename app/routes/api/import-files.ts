import { requestContext } from "#app/context.server.ts";
import { adminContext, requireAdmin } from "#app/features/auth/guards.server.ts";
import { storeImport } from "#app/features/imports/imports.server.ts";
import { isImportKind, maxImportBytes, tooLargeText } from "#app/features/imports/kinds.ts";
import { SheetRefusedError } from "#app/features/spreadsheets/sheet.ts";
import { UploadRefusedError } from "#app/features/uploads/uploads.ts";
import { afterUpload } from "../admin/import/import-addresses.ts";
import type { Route } from "./+types/import-files.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

/**
 * `POST /api/import-files?kind=products&name=` with a spreadsheet as its body: 201 with the page to go
 * to; 400 for a file that can't be read, 413 for one that is too large.
 */
export async function action({ request, context, url: { searchParams } }: Route.ActionArgs) {
  if (request.method !== "POST") return loader();
  const { db, log, uploads, clientAddress, leaveLine } = context.get(requestContext);
  const admin = context.get(adminContext);
  const kind = searchParams.get("kind");
  if (!isImportKind(kind)) return answer(400, { message: "Please choose what to import." });
  // The upload may take minutes.
  leaveLine(admin);
  try {
    const name = searchParams.get("name") ?? "";
    const stored = await uploads.receive(request, {
      from: { account: admin.userId, clientAddress },
      most: { bytes: maxImportBytes, message: tooLargeText },
      use: (content) => storeImport(db, admin, { kind, name, content }),
    });
    return answer(201, { to: afterUpload(stored) });
  } catch (error) {
    if (error instanceof SheetRefusedError) return answer(400, { message: error.message });
    if (error instanceof UploadRefusedError) {
      return answer(error.status, { message: error.message });
    }
    // Don't log aborted uploads as errors.
    if (!request.signal.aborted) log.error({ err: error }, "a file to import was not received");
    return answer(503, { message: "The file could not be received. Please try again." });
  }
}

export function loader() {
  const error = "Files to import are sent by POST";
  return Response.json({ error }, { status: 405, headers: { Allow: "POST" } });
}

function answer(status: number, body: object): Response {
  return Response.json(body, { status });
}
