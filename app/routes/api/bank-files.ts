import { requestContext } from "#app/context.server.ts";
import { maxFileBytes } from "#app/features/collecting/bank/bank-file.ts";
import { tooLargeText } from "#app/features/collecting/bank/csv-file.server.ts";
import { storeBankFile } from "#app/features/collecting/bank/imports.server.ts";
import { requireStaff, staffWith } from "#app/guards/guards.server.ts";
import { answerUpload } from "#app/routes/answer-upload.server.ts";
import { afterUpload } from "../admin/receivables/bank/bank-addresses.ts";
import type { Route } from "./+types/bank-files.ts";
import { otherMethod } from "./other-method.ts";

export const middleware: Route.MiddlewareFunction[] = [requireStaff("money")];

/**
 * `POST /api/bank-files?name=` with a bank's file as its body: 201 with the page to go to; 400 if
 * it isn't such a CSV file, 413 if it is too large.
 */
export async function action({ request, context, url }: Route.ActionArgs) {
  if (request.method !== "POST") return loader();
  const services = context.get(requestContext);
  const staff = staffWith(context, "money");
  // The upload may take minutes.
  services.leaveLine(staff);
  const name = url.searchParams.get("name") ?? "";
  return answerUpload(services, request, {
    account: staff.userId,
    most: { bytes: maxFileBytes, message: tooLargeText },
    kind: "files",
    store: async (content) => ({
      to: afterUpload(await storeBankFile(services.db, staff, { name, content })),
    }),
    failed: "The file could not be received. Please try again.",
    log: "a bank's file was not received",
  });
}

export const loader = () => otherMethod("Files of banks are sent by POST");
