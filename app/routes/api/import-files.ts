import { requestContext } from "#app/context.server.ts";
import { maxImportBytes, tooLargeText } from "#app/features/imports/import-limits.ts";
import { storeImport } from "#app/features/imports/imports.server.ts";
import { isImportKind } from "#app/features/imports/kinds.ts";
import { adminContext, requireAdmin } from "#app/guards/guards.server.ts";
import { answerJson, answerUpload } from "#app/routes/answer-upload.server.ts";
import { afterUpload } from "../admin/import/import-addresses.ts";
import type { Route } from "./+types/import-files.ts";
import { otherMethod } from "./other-method.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

/**
 * `POST /api/import-files?kind=products&name=` with a spreadsheet as its body: 201 with the page to
 * go to; 400 if it can't be read, 413 if it is too large.
 */
export async function action({ request, context, url: { searchParams } }: Route.ActionArgs) {
  if (request.method !== "POST") return loader();
  const services = context.get(requestContext);
  const admin = context.get(adminContext);
  const kind = searchParams.get("kind");
  if (!isImportKind(kind)) return answerJson(400, { message: "Please choose what to import." });
  // The upload may take minutes.
  services.leaveLine(admin);
  const name = searchParams.get("name") ?? "";
  return answerUpload(services, request, {
    account: admin.userId,
    most: { bytes: maxImportBytes, message: tooLargeText },
    kind: "files",
    store: async (content) => ({
      to: afterUpload(await storeImport(services.db, admin, { kind, name, content })),
    }),
    failed: "The file could not be received. Please try again.",
    log: "a file to import was not received",
  });
}

export const loader = () => otherMethod("Files to import are sent by POST");
