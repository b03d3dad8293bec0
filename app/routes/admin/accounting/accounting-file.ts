import { readAccountingFile } from "#app/features/accounting/accounting-batches.server.ts";
import { staffRequest } from "#app/guards/guards.server.ts";
import { recentProofToRead } from "#app/guards/recent-proof.server.ts";
import type { Route } from "./+types/accounting-file.ts";

const text = { "Content-Type": "text/plain; charset=utf-8" };

export const middleware: Route.MiddlewareFunction[] = [recentProofToRead];

/** `GET /admin/exports/accounting/:batch/:file`: a file of a batch, as it was made. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, log, staff } = staffRequest(context, "money");
  try {
    const content = await readAccountingFile(db, staff, params.batch, params.file);
    if (!content) return new Response("There is no such file.", { status: 404, headers: text });
    // The name is one of ours, so nothing in it needs escaping.
    return new Response(new Uint8Array(content), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${params.file}"`,
      },
    });
  } catch (error) {
    log.error({ err: error }, "reading an accounting file failed");
    const message = "The file could not be read. Please go back and try again.";
    return new Response(message, { status: 503, headers: text });
  }
}
