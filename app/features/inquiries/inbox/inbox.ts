import { Refusal } from "#app/lib/refusal.ts";
import type { BusinessType, DeliveryChoice, RobotSign } from "#db/schema/values/inquiries.ts";

/** The halves of the inbox, as named in URLs. */
export type InboxBox = "messages" | "inquiries";

export type InboxShow = "open" | "handled" | "robots";

/** Days after which suspected spam is deleted, as the privacy page says. */
export const spamDays = 30;

/** Returns the URL of a half of the inbox with the entries to show. */
export function inboxAddress(box: InboxBox, show: InboxShow): string {
  const query = new URLSearchParams();
  if (box === "inquiries") query.set("box", box);
  if (show !== "open") query.set("show", show);
  return query.size > 0 ? `/admin/inbox?${query}` : "/admin/inbox";
}

export interface InboxEntry {
  id: string;
  /** An inquiry's company, else the sender's name. */
  from: string;
  email: string;
  /** The beginning of the text; facts and notes for inquiries. */
  excerpt: string;
  createdAt: Date;
  handledAt: Date | null;
  robotSign: RobotSign | null;
}

export interface InboxMessage extends Omit<InboxEntry, "from" | "excerpt"> {
  name: string;
  message: string;
}

/** Missing details are empty strings. */
export interface InboxInquiry extends Omit<InboxEntry, "from" | "excerpt"> {
  company: string;
  contact: string;
  phone: string;
  businessType: BusinessType;
  weeklyVolume: string;
  delivery: DeliveryChoice;
  notes: string;
  invitedAt: Date | null;
  hasAccount: boolean;
}

/** A cursor; entries are sorted newest first. */
type InboxPlace = Pick<InboxEntry, "createdAt" | "id">;

export interface InboxPage {
  box: InboxBox;
  /** "open" by default. */
  show?: InboxShow;
  /** The last entry of the previous page; a malformed cursor gives the newest page. */
  before?: InboxPlace | undefined;
  /** The first entry of the next page; takes precedence over `before`. */
  after?: InboxPlace | undefined;
  /** 50 by default. */
  limit?: number;
}

/** Refusal for an id that no entry in that half of the inbox has. */
export const notInInbox = () => new Refusal("gone", "There is no such entry in the inbox");
