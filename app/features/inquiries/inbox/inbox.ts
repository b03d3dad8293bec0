import type { RobotSign } from "../forms/bot-signs.ts";
import type { BusinessType, DeliveryChoice } from "../inquiry.ts";

/** The two halves of the inbox, as its addresses name them. */
export type InboxBox = "messages" | "inquiries";

/** What of a half is listed: what waits, what was dealt with, or what robots seem to have sent. */
export type InboxShow = "open" | "handled" | "robots";

/** Where that is listed. */
export function inboxAddress(box: InboxBox, show: InboxShow): string {
  const query = new URLSearchParams();
  if (box === "inquiries") query.set("box", box);
  if (show !== "open") query.set("show", show);
  return query.size > 0 ? `/admin/inbox?${query}` : "/admin/inbox";
}

/** One line of the inbox. */
export interface InboxEntry {
  id: string;
  /** The name that was given; of an inquiry the company's. */
  from: string;
  email: string;
  /** How the text begins; of an inquiry its facts and notes. */
  excerpt: string;
  createdAt: Date;
  /** Null until somebody has dealt with it. */
  handledAt: Date | null;
  /** What gives it away as a robot's; null for a person's. */
  robotSign: RobotSign | null;
}

/** A message of the contact form. */
export interface InboxMessage extends Omit<InboxEntry, "from" | "excerpt"> {
  name: string;
  message: string;
}

/** A wholesale inquiry; what was not given is the empty string. */
export interface InboxInquiry extends Omit<InboxEntry, "from" | "excerpt"> {
  company: string;
  contact: string;
  phone: string;
  businessType: BusinessType;
  weeklyVolume: string;
  delivery: DeliveryChoice;
  notes: string;
  /** When its sender was last invited to open an account. */
  invitedAt: Date | null;
  /** Whether its address has an account. */
  hasAccount: boolean;
}

/** Where an entry stands in the inbox, newest first. */
type InboxPlace = Pick<InboxEntry, "createdAt" | "id">;

/** Which page of which part of the inbox: the newest one unless a place is given. */
export interface InboxPage {
  box: InboxBox;
  /** "open" unless told. */
  show?: InboxShow;
  /** The last entry of the page before; one that is not well-formed begins at the newest. */
  before?: InboxPlace | undefined;
  /** The first entry of the page after; outweighs `before`. */
  after?: InboxPlace | undefined;
  /** 50 unless told. */
  limit?: number;
}

/** There is nothing with this id in that half of the inbox; for a 404. */
export class InboxNotFoundError extends Error {
  override readonly name = "InboxNotFoundError";

  constructor(id: string) {
    super(`Nothing in the inbox has the id ${JSON.stringify(id)}`);
  }
}

/** Somebody else was quicker, so nothing was changed; for a 409. */
export class InboxConflictError extends Error {
  override readonly name = "InboxConflictError";
}
