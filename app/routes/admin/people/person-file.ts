import { requestContext } from "#app/context.server.ts";
import { addressOf, exportPerson } from "#app/features/personal-data/find-person.server.ts";
import { adminContext } from "#app/guards/guards.server.ts";
import { recentProofToRead } from "#app/guards/recent-proof.server.ts";
import type { Route } from "./+types/person-file.ts";

export const middleware: Route.MiddlewareFunction[] = [recentProofToRead];

/** `GET /admin/personal-data/{person}/file`: all that is kept of a person, as JSON, to hand over to them. */
export async function loader({ context, params: { person: key } }: Route.LoaderArgs) {
  const { db } = context.get(requestContext);
  const admin = context.get(adminContext);
  const email = await addressOf(db, admin, key);
  if (email === null) {
    const headers = { "Content-Type": "text/plain; charset=utf-8" };
    return new Response("We keep nothing of this person.", { status: 404, headers });
  }
  const found = await exportPerson(db, admin, email);
  return new Response(`${JSON.stringify(found, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="personal-data.json"',
      "Cache-Control": "no-store",
    },
  });
}
