import { data, type RouterContextProvider } from "react-router";
import type { RequestContext } from "#app/context.server.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { staffRequest } from "#app/guards/guards.server.ts";
import { lookUp, orNull } from "#app/lib/or-null.ts";

/** Loads an entry, null if it can't be read, and its history. Throws a 404 for an unknown id. */
export async function loadInboxEntry<Entry>(
  context: Readonly<RouterContextProvider>,
  id: string,
  get: (db: RequestContext["db"], staff: Staff<"inbox">, id: string) => Promise<Entry | null>,
) {
  const { db, log, staff } = staffRequest(context, "inbox");
  const subject = { entity: "inquiry", entityId: id } as const;
  const [found, history] = await Promise.all([
    lookUp(get(db, staff, id), log, "load an entry of the inbox"),
    orNull(listHistory(db, staff, subject), log, "list the history of an entry of the inbox"),
  ]);
  const { value: entry, isMissing, status } = found;
  if (isMissing) throw data(null, { status });
  return data({ entry, history }, { status });
}
