import { and, isNull, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import type { Database } from "#db/database.ts";
import type { InboxBox } from "./inbox.ts";
import { boxes } from "./inbox-status.server.ts";

type Waiting = Record<InboxBox, number>;

export interface InboxCount {
  /** Open entries in each half, without suspected spam. For staff who answer the inbox. */
  waiting(staff: Staff<"inbox">): Promise<Waiting>;
  /** Clears the cache, on `inbox_changed` notifications and after changes here. */
  drop(): void;
}

/** Counts the inbox, cached until it changes because every back office page shows it. */
export function createInboxCount(db: Database): InboxCount {
  let kept: Promise<Waiting> | undefined;
  return {
    waiting(_staff) {
      if (kept) return kept;
      const counting = countWaiting(db);
      kept = counting;
      counting.catch(() => {
        if (kept === counting) kept = undefined;
      });
      return counting;
    },
    drop() {
      kept = undefined;
    },
  };
}

async function countWaiting(db: Database): Promise<Waiting> {
  const waiting = (box: InboxBox) =>
    db.$count(boxes[box], and(isNull(boxes[box].handledAt), isNull(boxes[box].robotSign)));
  const [counted] = await db
    .select({ messages: waiting("messages"), inquiries: waiting("inquiries") })
    .from(sql`(select) as nothing`);
  return counted ?? { messages: 0, inquiries: 0 };
}
