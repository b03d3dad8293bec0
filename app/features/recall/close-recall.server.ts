import { eq, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { releaseLots } from "#app/domain/lots/holds/lot-holds.server.ts";
import {
  balanceLots,
  customersWithout,
  type Tracer,
  traceLots,
  traceUnnamed,
} from "#app/domain/lots/lot-trace.server.ts";
import { isAway, ordersToStop } from "#app/domain/lots/lot-trace.ts";
import { withdrawMails } from "#app/domain/mail/outbox.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { recallClosings, recalls } from "#db/schema/meat/recalls.ts";
import { withSaidElsewhere } from "./elsewhere/said-elsewhere.server.ts";
import { answeredElsewhere, heldBack, unaccounted } from "./elsewhere/said-elsewhere.ts";
import {
  lotsToTrace,
  type OpenEnds,
  openEndsInWords,
  type Recall,
  type RecallMail,
  type RecallNotice,
  toBeCalled,
} from "./recall.ts";
import { changesOf, type FoundMeat, nameOf, type RecallFile } from "./recall-file.ts";
import { clearInWords, isSettled, moreThanTold } from "./recall-words.ts";
import {
  getRecall,
  heldNow,
  holdForOthers,
  holdOf,
  holdsOfRecall,
  lockOpen,
  recalledBesides,
} from "./recalls.server.ts";
import { wasTold } from "./told-words.ts";

/**
 * Returns a recall with its customers and balance; null for none. A closed one is as stored when it
 * was closed, with the differences found since. For staff who pack or call clients.
 */
export async function fileOfRecall(
  db: Database,
  staff: Tracer,
  id: string,
): Promise<RecallFile | null> {
  const recall = await getRecall(db, staff, id);
  if (!recall) return null;
  const kept = recall.closedAt ? await keptFile(db, recall.id) : null;
  // A release before the closing is no later change.
  const clearedLotIds = kept ? kept.recall.clearedLotIds : recall.clearedLotIds;
  const now = await foundOf(db, staff, { ...recall, clearedLotIds });
  const held = await heldNow(db, recall.lotIds);
  if (kept) return { ...kept, held, changes: changesOf(kept, now) };
  return { recall, ...now, held, changes: [] };
}

/**
 * Traces a recall's lots except released ones, which only the balance has. Notified clients stay
 * listed, even with nothing left to trace.
 */
async function foundOf(
  db: Database | Transaction,
  staff: Tracer,
  recall: Recall,
): Promise<FoundMeat> {
  // Sequential, because a transaction has one connection.
  const traced = lotsToTrace(recall);
  const found = await withSaidElsewhere(
    db,
    { id: recall.id, lotIds: traced },
    await traceLots(db, staff, traced),
  );
  const lots = await balanceLots(db, staff, recall.lotIds);
  const unnamed = await traceUnnamed(db, staff, traced);
  const isFound = new Set(found.map(({ id }) => id));
  const gone = recall.notices.flatMap(({ customerId }) =>
    isFound.has(customerId) ? [] : [customerId],
  );
  return { customers: [...found, ...(await customersWithout(db, gone))], lots, unnamed };
}

/** Returns the file stored when a recall was closed; null for none. */
async function keptFile(
  db: Database,
  recallId: string,
): Promise<Omit<RecallFile, "changes" | "held"> | null> {
  const [kept] = await db
    .select({ file: recallClosings.file })
    .from(recallClosings)
    .where(eq(recallClosings.recallId, recallId));
  return kept ? revived(kept.file) : null;
}

/** Parses a stored file. Its timestamps are strings, in properties whose names end in "At". */
function revived(file: unknown): Omit<RecallFile, "changes" | "held"> {
  return JSON.parse(JSON.stringify(file), (key, value: unknown) =>
    typeof value === "string" && key.endsWith("At") ? new Date(value) : value,
  );
}

/**
 * Closes a recall, or ends a drill and records its time, and stores its file. Lots stay on hold
 * until they are released one by one. If the recall proved unfounded, the lots that it put on hold
 * are released with the note as the reason, except those that another recall says are bad, and
 * waiting mails are withdrawn. For the owner.
 *
 * @throws Refusal if it is closed already; "open ends", to be confirmed, if clients haven't
 * answered, if no call to an authority is noted or, unless it proved unfounded, if some of the meat
 * is still to be delivered or got back
 */
export async function closeRecall(
  db: Database,
  admin: Admin,
  id: string,
  {
    closeNote,
    isMeant,
    isUnfounded: isClear = false,
  }: { closeNote: string; isMeant: boolean; isUnfounded?: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { isDrill, number } = await lockOpen(tx, id);
    const isUnfounded = isClear && !isDrill;
    const open = await getRecall(tx, admin, id);
    if (!open) throw new Refusal("gone", "There is no such recall.");
    // If all proved good, the record has the meat of every lot.
    const clearedLotIds = isUnfounded ? [] : open.clearedLotIds;
    const found = await foundOf(tx, admin, { ...open, clearedLotIds });
    if (!isDrill && !isMeant) {
      // Lots that were released one by one are left out here; nobody is asked about them.
      const asked = isUnfounded ? await foundOf(tx, admin, open) : found;
      askOpenEnds(openEndsOf(open, asked, isUnfounded));
    }
    const [closed] = await tx
      .update(recalls)
      .set({ closedAt: sql`clock_timestamp()`, closedBy: admin.userId, closeNote, isUnfounded })
      .where(eq(recalls.id, id))
      .returning({
        seconds: sql<number>`extract(epoch from closed_at - opened_at)::float`,
      });
    if (isUnfounded) {
      const others = await recalledBesides(tx, id, open.lotIds);
      await holdForOthers(tx, admin, { number, isDrill }, others);
    }
    const released = isUnfounded
      ? await releaseLots(tx, admin, open.lotIds, {
          releaseNote: closeNote.slice(0, 500),
          heldFor: holdOf({ number, isDrill }),
        })
      : [];
    const withdrawn = isUnfounded ? await withdrawMails(tx, waitingMails(open.notices)) : [];
    // Read again, to include who closed it and when.
    const read = await getRecall(tx, admin, id);
    if (!read) throw new Error("The recall was not stored");
    const holds = isUnfounded ? await holdsOfRecall(tx, admin, open.lotIds) : [];
    const stayedOnHold = holds.flatMap(({ code, releasedAt }) => (releasedAt ? [] : code));
    const notices = withWithdrawn(open.notices, new Set(withdrawn));
    const recall = { ...read, notices, clearedLotIds, ...(isUnfounded && { stayedOnHold }) };
    await tx.insert(recallClosings).values({ recallId: id, file: { recall, ...found } });
    await recordAudit(tx, admin, {
      entity: "recall",
      entityId: id,
      action: isDrill ? "drill ended" : isUnfounded ? "all clear" : "recall closed",
      after: {
        ...(closeNote && { note: closeNote }),
        ...(isUnfounded && { meaning: clearInWords(recall) }),
        ...(released.length > 0 && { released: released.join(", ") }),
        ...(stayedOnHold.length > 0 && { stayedOnHold: stayedOnHold.join(", ") }),
        ...(withdrawn.length > 0 && { mailsNotSent: withdrawn.length }),
        ...(isDrill && { seconds: Math.round(closed?.seconds ?? 0) }),
      },
    });
  });
}

function waitingMails(notices: readonly RecallNotice[]): string[] {
  const mails = notices.flatMap(({ mails, earlier = [] }) => [
    ...mails,
    ...earlier.flatMap((one) => one.mails),
  ]);
  return mails.flatMap(({ id, state }) => (state === "waiting" ? [id] : []));
}

/** Marks withdrawn mails, which the outbox no longer has. */
function withWithdrawn(
  notices: readonly RecallNotice[],
  withdrawn: ReadonlySet<string>,
): RecallNotice[] {
  const marked = (mails: readonly RecallMail[]) =>
    mails.map((one) => (withdrawn.has(one.id) ? { ...one, state: "withdrawn" as const } : one));
  return notices.map(({ mails, earlier, ...notice }) => ({
    ...notice,
    mails: marked(mails),
    ...(earlier && { earlier: earlier.map((one) => ({ ...one, mails: marked(one.mails) })) }),
  }));
}

/**
 * Returns what is open before a recall is closed; none for a drill. An all clear leaves out meat to
 * stop or get back, which is good.
 */
export function openEndsOf(
  recall: Recall,
  { customers, unnamed }: Pick<FoundMeat, "customers" | "unnamed">,
  isUnfounded: boolean,
): OpenEnds {
  const noticeOf = new Map(recall.notices.map((notice) => [notice.customerId, notice]));
  const silent = customers.filter((customer) => {
    if (customer.isCounter || !customer.lines.some(isAway)) return false;
    const notice = noticeOf.get(customer.id);
    if (answeredElsewhere(customer) && wasTold(recall, customer)) return false;
    return !notice?.answer || moreThanTold(notice, customer) !== null;
  });
  const sumOf = (left: typeof heldBack) => {
    const found = customers.flatMap((customer) => {
      const answer = noticeOf.get(customer.id)?.answer;
      const lb = answer && !isUnfounded ? left(customer, answer) : 0;
      return lb > 0 ? [{ name: nameOf(customer), lb }] : [];
    });
    return {
      clients: found.map(({ name }) => name),
      lb: found.reduce((sum, { lb }) => sum + lb, 0),
    };
  };
  return {
    // Also for an all clear, because authorities told of a suspicion have to hear how it ended.
    toBeCalled: toBeCalled(recall.calls),
    toGetBack: sumOf(heldBack),
    missing: sumOf(unaccounted),
    silent: silent.map(nameOf),
    mayHave: unnamed.customers.filter((one) => !isSettled(recall, one)).map(nameOf),
    toStop: isUnfounded ? 0 : ordersToStop(customers).length,
  };
}

function askOpenEnds(ends: OpenEnds): void {
  const said = openEndsInWords(ends);
  if (said.length === 0) return;
  const asked = `Nothing was closed yet: ${said.join(", ")}. See to it first, or tick that you close it all the same.`;
  throw new Refusal("open ends", asked, { field: "isMeant" });
}
