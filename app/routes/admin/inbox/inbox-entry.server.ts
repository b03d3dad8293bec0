import { data, type RouterContextProvider } from "react-router";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import { listHistory } from "#app/features/audit/history.server.ts";
import type { Admin } from "#app/features/auth/capability.ts";
import { adminContext } from "#app/features/auth/guards.server.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";

/**
 * Loads the page of a message or inquiry: the entry, null if it couldn't be read, and its history.
 * Throws a 404 for an unknown id.
 */
export async function loadInboxEntry<Entry>(
  context: Readonly<RouterContextProvider>,
  id: string,
  get: (db: RequestContext["db"], admin: Admin, id: string) => Promise<Entry | null>,
) {
  const { db, log } = context.get(requestContext);
  const admin = context.get(adminContext);
  const subject = { entity: "inquiry", entityId: id } as const;
  const asked = get(db, admin, id).then((entry) => ({ entry }));
  const [found, history] = await Promise.all([
    orNull(asked, log, "load an entry of the inbox"),
    orNull(listHistory(db, admin, subject), log, "list the history of an entry of the inbox"),
  ]);
  if (found && !found.entry) throw data(null, { status: 404 });
  return data({ entry: found?.entry ?? null, history }, statusOf(found));
}
