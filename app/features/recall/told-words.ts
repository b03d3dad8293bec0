import {
  isAway,
  type TracedCustomer,
  type TracedLine,
  type TraceSums,
} from "#app/domain/lots/lot-trace.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { countOf } from "#app/lib/in-words.ts";
import { answeredElsewhere, type RecallCustomer } from "./elsewhere/said-elsewhere.ts";
import type { Recall, RecallMail, RecallNotice } from "./recall.ts";

// Who was told of a recall, and by what; shared by its page, its paper and its files.

/** Returns the best state among the emails to a client; null if none was written. */
export function mailStateOf(
  notice: Pick<RecallNotice, "mailedAt" | "mails"> | undefined,
): RecallMail["state"] | null {
  if (!notice?.mailedAt) return null;
  const isOne = (state: RecallMail["state"]) => notice.mails.some((mail) => mail.state === state);
  const states = ["delivered", "waiting", "failed", "file", "withdrawn"] as const;
  // Emails that the outbox has deleted were delivered months ago.
  return states.find(isOne) ?? "delivered";
}

/** Texts for the files. */
export const mailText: Record<RecallMail["state"], string> = {
  delivered: "Delivered to the mail server",
  waiting: "Waiting to be sent",
  failed: "Could not be delivered",
  file: "Written to a file, reached nobody",
  withdrawn: "Withdrawn before it was sent",
};

/** Returns when an email to a client was delivered; null if none was. */
export function toldAtOf(
  notice: Pick<RecallNotice, "mailedAt" | "mails"> | undefined,
): Date | null {
  if (mailStateOf(notice) !== "delivered") return null;
  const delivered = notice?.mails.find(({ state }) => state === "delivered");
  return delivered?.stateAt ?? notice?.mailedAt ?? null;
}

type ToldBy = { by: "answer" | "phone" } | { by: "mail"; number: number; at: Date | null };

/**
 * Returns what told a client to hold the meat back: their answer, the latest delivered mail, or a
 * call; null for nothing. A waiting mail has told nobody.
 */
export function toldBy(
  { notices, contacts }: Pick<Recall, "notices" | "contacts">,
  { id }: Pick<TracedCustomer, "id">,
): ToldBy | null {
  const isOwn = (one: { customerId: string }) => one.customerId === id;
  const notice = notices.find(isOwn);
  if (notice?.answer) return { by: "answer" };
  const mail = notice && deliveredMail(notice);
  if (mail) return { by: "mail", number: mail.number, at: toldAtOf(mail) };
  if (notice?.earlier?.some(({ isAnswered }) => isAnswered)) return { by: "answer" };
  const isCalled = contacts.some((one) => isOwn(one) && one.outcome === "told");
  return isCalled ? { by: "phone" } : null;
}

/**
 * Numbers the mails to a client, latest first. A first notice may be without one, if the client
 * couldn't be mailed.
 */
function numbered(notice: RecallNotice) {
  const { earlier } = notice;
  const mailed = [notice, ...(earlier ?? [])].filter(({ mailedAt }) => mailedAt !== null);
  // Older files have only the latest.
  const most = earlier ? mailed.length : notice.round;
  return mailed.map((one, index) => ({ ...one, number: most - index }));
}

const deliveredMail = (notice: RecallNotice) =>
  numbered(notice).find((one) => mailStateOf(one) === "delivered");

/** True if a client was told to hold the meat back. */
export const wasTold = (
  recall: Pick<Recall, "notices" | "contacts">,
  customer: Pick<TracedCustomer, "id">,
): boolean => toldBy(recall, customer) !== null;

const ordinals = ["first", "second", "third"];

/** "the first mail", "mail 4" */
const mailNamed = (number: number) => {
  const ordinal = ordinals[number - 1];
  return ordinal ? `the ${ordinal} mail` : `mail ${number}`;
};

/** Says in the files what told a client: "The first mail"; empty for nothing. */
export function toldByInWords(
  recall: Pick<Recall, "notices" | "contacts">,
  customer: Pick<TracedCustomer, "id">,
): string {
  const told = toldBy(recall, customer);
  if (!told) return "";
  if (told.by === "mail") {
    const name = mailNamed(told.number);
    return name.charAt(0).toUpperCase() + name.slice(1);
  }
  return told.by === "phone" ? "A call" : "They answered";
}

/** Says whether a client was mailed, by which of several mails, and that none answered. */
export function mailedInWords(
  notice: RecallNotice,
  customer: Pick<RecallCustomer, "lines" | "saidElsewhere">,
  isOver: boolean,
): string {
  const left = customer.lines.length === 0 ? ", has nothing of it any more" : "";
  const elsewhere = answeredElsewhere(customer);
  const silent = elsewhere ? `answered in ${elsewhere}` : isOver ? "no answer" : "no answer yet";
  const state = mailStateOf(notice);
  const [latest] = numbered(notice);
  const number = latest?.number ?? 1;
  const again = number > 1 ? " again" : "";
  if (state === null || state === "delivered") {
    return `Mailed${again} ${formatDateTime(toldAtOf(notice) ?? new Date(0))}, ${silent}${left}`;
  }
  const became = {
    waiting: isOver ? "was waiting to be sent when it was closed" : "is waiting to be sent",
    failed: "could not be delivered",
    file: "became a file and reached nobody",
    withdrawn: "was withdrawn before it was sent",
  }[state];
  const before = deliveredMail(notice);
  if (!before) {
    const which = number > 1 ? "The mail to tell them again" : "The mail";
    return `${which} ${became}${state === "waiting" ? `, ${silent}` : ""}${left}`;
  }
  const at = formatDateTime(toldAtOf(before) ?? new Date(0));
  return `Told by ${mailNamed(before.number)} ${at}; ${mailNamed(number)} ${became}, ${silent}${left}`;
}

/** "2 clients, 3 sites and the counter", which is no client: nobody there can be called. */
export function whoInWords({
  customers,
  sites,
  isAtCounter,
}: Pick<TraceSums, "customers" | "isAtCounter"> & Partial<Pick<TraceSums, "sites">>): string {
  if (customers === 0 && isAtCounter) return "the counter alone";
  const named = [countOf(customers, "client"), sites === undefined ? "" : countOf(sites, "site")];
  return `${named.filter(Boolean).join(", ")}${isAtCounter ? " and the counter" : ""}`;
}

export interface HeldLot {
  id: string;
  code: string;
  reason: string;
}

/** A client's lots once a recall proved unfounded. */
interface LotsAfterClear {
  /** Codes of the good ones; meat packed without a lot has none. */
  good: string[];
  /** Those on hold for another reason, such as another recall. */
  held: HeldLot[];
  /** False if all of the client's meat is still on hold. */
  isAnyGood: boolean;
}

/**
 * Tells which of a client's meat is good after an all clear, and which `held` lots are on hold for
 * another reason; for the mailed link and for calls. Meat packed without a lot may be of any lot,
 * so it is only good if all of them are.
 */
export function lotsAfterClear(
  lines: readonly TracedLine[],
  held: readonly HeldLot[],
): LotsAfterClear {
  const own = lines.filter(isAway);
  const isOwn = new Set(own.map(({ lotId }) => lotId));
  const notGood = held.filter(({ id }) => isOwn.has(id) || isOwn.has(""));
  const isHeld = new Set(notGood.map(({ id }) => id));
  const good = own.filter(({ lotId }) => (lotId ? !isHeld.has(lotId) : notGood.length === 0));
  return {
    good: [...new Set(good.map(({ lotCode }) => lotCode))].filter(Boolean).toSorted(),
    held: notGood,
    isAnyGood: good.length > 0 || own.length === 0,
  };
}

/** "Recall 8 says “Listeria was found”", or another reason for a hold. */
export function heldForInWords({ reason }: Pick<HeldLot, "reason">): string {
  const [, recall, why] = /^(Recall \d+)\. (.+)$/s.exec(reason) ?? [];
  const text = (why ?? reason).trim().replace(/\.$/, "");
  return recall ? `${recall} says “${text}”` : `it is on hold, “${text}”`;
}

/** A client who was told to hold meat back, and what of it proved good. */
export interface ToldClient extends LotsAfterClear {
  id: string;
  name: string;
  phone: string;
  email: string;
}

/** Returns the clients who were told to hold meat back, by name, with what is good now. */
export function toldClients(
  recall: Pick<Recall, "notices" | "contacts">,
  customers: readonly TracedCustomer[],
  held: readonly HeldLot[],
): ToldClient[] {
  const told = customers.filter((customer) => wasTold(recall, customer));
  return [...Map.groupBy(told, ({ id }) => id).values()]
    .flatMap((own): ToldClient[] => {
      const [one] = own;
      if (!one) return [];
      const { id, companyName, contactName, phone, email } = one;
      const {
        good,
        held: notGood,
        isAnyGood,
      } = lotsAfterClear(
        own.flatMap(({ lines }) => lines),
        held,
      );
      const name = companyName || contactName || "Unknown Client";
      return [{ id, phone, email, name, good, held: notGood, isAnyGood }];
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** "lot GZ-1: Recall 8 says “Listeria was found”" */
const stillHeldInWords = (held: readonly HeldLot[]): string =>
  held.map((lot) => `lot ${lot.code}: ${heldForInWords(lot)}`).join("; ");

/** What to tell a client: "Lot TX-1 is good, not lot GZ-1: Recall 8 says …". */
export function goodInWords({ good, held }: Pick<ToldClient, "good" | "held">): string {
  const named =
    good.length === 0
      ? "All else is good"
      : `${good.length === 1 ? "Lot" : "Lots"} ${good.join(", ")} ${good.length === 1 ? "is" : "are"} good`;
  if (held.length > 0) return `${named}, not ${stillHeldInWords(held)}`;
  return good.length === 0 ? "" : named;
}

/** Returns the told clients with some good meat, who are to be called. */
export const toCallAgain = (told: readonly ToldClient[]): ToldClient[] =>
  told.filter(({ isAnyGood }) => isAnyGood);

/** Heading of the list of clients to call. */
export const tellGoodTitle = (told: readonly ToldClient[]): string =>
  told.some(({ held }) => held.length > 0)
    ? "Tell them which lots are good, and which are not"
    : "Tell them that the meat is good";

/** Says which of the told clients are to be called, and which are not. */
export function toldInAll(told: readonly ToldClient[]): string {
  const toCall = toCallAgain(told).length;
  const stay = told.filter(({ isAnyGood }) => !isAnyGood);
  const call =
    toCall > 0
      ? [
          `${countOf(toCall, "client")} had been told to hold it back. They are not mailed: call them.`,
        ]
      : [];
  const named = stay.map(({ name, held }) => `${name} (${stillHeldInWords(held)})`).join(", ");
  const leave =
    stay.length > 0
      ? [
          `Of ${countOf(stay.length, "client")} who had been told, all that they have stays on hold, so do not call them: ${named}.`,
        ]
      : [];
  return [...call, ...leave].join(" ");
}
