import { byNetwork } from "./network.ts";
import type { Count } from "./rate-rule.ts";

// How often what may be done, by whom. Generous towards networks, behind which a whole office may
// sit; the numbers per account are what nobody reaches by hand. Those of the public forms stand
// beside them (routes/storefront/receive-form), that of the search in search-limit.ts.

const minute = 60;
const hour = 60 * minute;

/** What signing in counts under. */
interface SignInCounts {
  /** All attempts: each takes a processor a tenth of a second. Far more than an office of people makes. */
  attempts: Count[];
  /**
   * Those that fail; who succeeds takes theirs back. Guesses at one account from one network end soon.
   * Those from everywhere have a higher number, since whoever made it be reached would shut the owner
   * out; to them a mailed link stays open.
   */
  failures: Count[];
}

/** No /48 alone reaches what is allowed from everywhere: five windows of 19 begin or end in an hour. */
const guessGrowth = [1, 1.5, 1.9];

/** @param email normalised */
export function signInCounts(clientAddress: string, email: string): SignInCounts {
  const seconds = 15 * minute;
  const guesses = { name: "sign-in by account and network", times: 10, seconds };
  const ofAccount = { name: "attempt by account and network", times: 300, seconds };
  return {
    attempts: [
      ...byNetwork({ name: "attempt by network", times: 600, seconds }, clientAddress),
      ...byNetwork(ofAccount, clientAddress, { subject: email }),
    ],
    failures: [
      ...byNetwork({ name: "sign-in by network", times: 60, seconds }, clientAddress),
      ...byNetwork(guesses, clientAddress, { subject: email, factors: guessGrowth }),
      [{ name: "sign-in by account", times: 100, seconds: hour }, email],
    ],
  };
}

/**
 * Attempts to sign in that fail, from a browser that has signed in to the account before: in the place of
 * `signInCounts`, which somebody else may have used up.
 *
 * @param email normalised
 */
export function knownDeviceCounts(device: string, email: string): SignInCounts {
  const guesses = { name: "sign-in by account and device", times: 10, seconds: 15 * minute };
  return { attempts: [], failures: [[guesses, `${email}\0${device}`]] };
}

/** New accounts; the address also because it may get a mail each time. */
export function signUpCounts(clientAddress: string, email: string): Count[] {
  return [
    ...byNetwork({ name: "sign-up by network", times: 60, seconds: hour }, clientAddress),
    [{ name: "sign-up by account", times: 6, seconds: hour }, email],
  ];
}

/** Mails with a link to choose a new password. */
export function recoverCounts(clientAddress: string, email: string): Count[] {
  return [
    ...byNetwork({ name: "recover by network", times: 40, seconds: hour }, clientAddress),
    [{ name: "recover by account", times: 6, seconds: hour }, email],
  ];
}

/**
 * Sessions of an account, which signing in opens: these are not given back. Beyond what a script of
 * theirs may need.
 *
 * @param email normalised
 */
export function sessionCounts(email: string): Count[] {
  return [[{ name: "session by account", times: 600, seconds: hour }, email]];
}

/** Changes of one's own account details: each is written to the audit log too. */
export function profileCounts(userId: string): Count[] {
  return [
    [{ name: "profile change by account and hour", times: 30, seconds: hour }, userId],
    [{ name: "profile change by account and day", times: 100, seconds: 24 * hour }, userId],
  ];
}

/** Passwords of one's own that are changed, rightly. */
export function passwordChangedCounts(userId: string): Count[] {
  return [[{ name: "password changed", times: 20, seconds: 24 * hour }, userId]];
}

/** Wrong guesses at the password of the account that one is signed in to. */
export function passwordChangeCounts(userId: string): Count[] {
  return [[{ name: "password change", times: 10, seconds: 15 * minute }, userId]];
}

/** Orders; a kitchen places a few a day, and a script of theirs that has gone mad is told so. */
export function orderCounts(clientAddress: string, userId: string): Count[] {
  return [
    ...byNetwork({ name: "order by network", times: 600, seconds: 10 * minute }, clientAddress),
    [{ name: "order by account", times: 120, seconds: 10 * minute }, userId],
  ];
}

/** Steps of the order form without JavaScript, each of which is a page. */
export function reviewCounts(clientAddress: string, userId: string): Count[] {
  return [
    ...byNetwork({ name: "review by network", times: 1_200, seconds: 10 * minute }, clientAddress),
    [{ name: "review by account", times: 240, seconds: 10 * minute }, userId],
  ];
}

/** Pictures: a day's photographs at once, and not a disk full of them. */
export function uploadCounts(clientAddress: string, userId: string): Count[] {
  return [
    ...byNetwork({ name: "upload by network", times: 1_200, seconds: hour }, clientAddress),
    [{ name: "upload by account", times: 600, seconds: hour }, userId],
  ];
}

/**
 * Who brings a mail about that is not the staff's doing:
 *
 * - `acknowledgement`: anybody, by typing an address into a public form
 * - `link`: anybody who asks for a new password
 * - `confirmation`: anybody who opens an account, or signs in to one that is not confirmed
 * - `order`: the client whose confirmed address it is
 * - `account`: anybody who opens an account; this one goes to the company
 */
export type MailCause = "acknowledgement" | "link" | "confirmation" | "order" | "account";

const mailsByCause: Record<MailCause, { anHour: number; aDay: number }> = {
  acknowledgement: { anHour: 4, aDay: 10 },
  link: { anHour: 12, aDay: 30 },
  confirmation: { anHour: 12, aDay: 30 },
  order: { anHour: 40, aDay: 120 },
  account: { anHour: 30, aDay: 120 },
};

/**
 * Mails to one address, of all causes together; what matters more still goes where the rest has to
 * wait. Mails that tell of what the staff did, and of orders and messages to the company, are not
 * counted.
 *
 * @param recipient normalised
 */
export function mailCounts(cause: MailCause, recipient: string): Count[] {
  const { anHour, aDay } = mailsByCause[cause];
  const counts: Count[] = [
    [{ name: "mail by recipient and hour", times: anHour, seconds: hour }, recipient],
    [{ name: "mail by recipient and day", times: aDay, seconds: 24 * hour }, recipient],
  ];
  if (cause !== "confirmation") return counts;
  return [
    [{ name: "confirmation by recipient and hour", times: 1, seconds: hour }, recipient],
    [{ name: "confirmation by recipient and day", times: 3, seconds: 24 * hour }, recipient],
    ...counts,
  ];
}
