import { byNetwork } from "./network.ts";
import type { Count } from "./rate-rule.ts";
import type { Shares } from "./shares.ts";

// All rate limits per subject. Generous for networks, which a whole office may share; limits per
// account are higher than anyone reaches by hand. In-memory limits are in pace-limit.ts.

const minute = 60;
const hour = 60 * minute;

interface SignInCounts {
  /** All attempts, because each takes 0.1 s of CPU. Far more than an office needs. */
  attempts: Count[];
  /**
   * Failed attempts; uncounted on success. Guesses at one account from one network are soon
   * refused. The limit across all networks is higher, since an attacker could use it up to lock the
   * owner out; a mailed link still works then.
   */
  failures: Count[];
}

/**
 * Keeps a /48 below the sign-in limit of 100 an hour across networks: an hour overlaps at most five
 * windows of 19 guesses.
 */
const guessGrowth = [1, 1.5, 1.9];

/** @param email normalized */
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
 * Failed sign-ins from a browser that has signed in to the account (a normalized address) before.
 * Used instead of `signInCounts`, which somebody else may have used up.
 */
export function knownDeviceCounts(device: string, email: string): SignInCounts {
  const guesses = { name: "sign-in by account and device", times: 10, seconds: 15 * minute };
  return { attempts: [], failures: [[guesses, `${email}\0${device}`]] };
}

/**
 * Wrong second factors after the right password; uncounted on success. Guessing six digits at
 * thirty an hour across all networks, with three in a million being right, takes about a year, and
 * the owner is told on the first day. A browser that has signed in to the account before has its
 * own count: nobody elsewhere can lock the owner out.
 *
 * @param device from `knownDevice`
 */
export function secondFactorCounts(
  clientAddress: string,
  userId: string,
  device: string | null,
): Count[] {
  const seconds = 15 * minute;
  if (device) {
    return [[{ name: "second factor by device", times: 10, seconds }, `${userId}\0${device}`]];
  }
  return [
    ...byNetwork(
      { name: "second factor by account and network", times: 10, seconds },
      clientAddress,
      { subject: userId, factors: guessGrowth },
    ),
    [{ name: "second factor by account", times: 30, seconds: hour }, userId],
  ];
}

/** The email that tells an account of wrong second factors. */
export function triedFactorCounts(userId: string): Count[] {
  return [[{ name: "told of wrong second factors", times: 1, seconds: 24 * hour }, userId]];
}

/**
 * Wrong answers when a signed-in user has to prove who they are; uncounted on success. Per session,
 * so that a stolen one doesn't use up its owner's attempts; the owner is told.
 */
export function proofCounts(sessionId: string): Count[] {
  return [[{ name: "proof by session", times: 10, seconds: hour }, sessionId]];
}

/** Attempts at the backups' passphrase; each takes some 50 ms of CPU. */
export function passphraseCounts(userId: string): Count[] {
  return [[{ name: "passphrase by account", times: 10, seconds: hour }, userId]];
}

/** The email that tells an account of wrong proofs of identity. */
export function triedProofCounts(userId: string): Count[] {
  return [[{ name: "told of wrong proofs", times: 1, seconds: 24 * hour }, userId]];
}

/**
 * Passkey challenges, each stored for some minutes. An attacker with only the password must not use
 * them up for a browser that the owner has signed in from.
 *
 * @param browser a session's id, or from `knownDevice`
 */
export function passkeyCounts(
  clientAddress: string,
  userId: string,
  browser: string | null,
): Count[] {
  if (browser) {
    return [[{ name: "passkey by browser", times: 60, seconds: hour }, `${userId}\0${browser}`]];
  }
  return [
    ...byNetwork({ name: "passkey by network", times: 120, seconds: hour }, clientAddress),
    [{ name: "passkey by account", times: 60, seconds: hour }, userId],
  ];
}

/** Sign-ups; also per email address, because each may send it an email. */
export function signUpCounts(clientAddress: string, email: string): Count[] {
  return [
    ...byNetwork({ name: "sign-up by network", times: 60, seconds: hour }, clientAddress),
    [{ name: "sign-up by account", times: 6, seconds: hour }, email],
  ];
}

/** Password reset emails. */
export function recoverCounts(clientAddress: string, email: string): Count[] {
  return [
    ...byNetwork({ name: "recover by network", times: 40, seconds: hour }, clientAddress),
    [{ name: "recover by account", times: 6, seconds: hour }, email],
  ];
}

/** Attempts to open a session, by normalized email address; never uncounted, ample for scripts. */
export function sessionCounts(email: string): Count[] {
  return [[{ name: "session by account", times: 600, seconds: hour }, email]];
}

/** Changes of one's own profile, as each is written to the audit log. */
export function profileCounts(userId: string): Count[] {
  return [
    [{ name: "profile change by account and hour", times: 30, seconds: hour }, userId],
    [{ name: "profile change by account and day", times: 100, seconds: 24 * hour }, userId],
  ];
}

/** Successful changes of one's own password. */
export function passwordChangedCounts(userId: string): Count[] {
  return [[{ name: "password changed", times: 20, seconds: 24 * hour }, userId]];
}

/** Wrong current passwords when changing one's own password. */
export function passwordChangeCounts(userId: string): Count[] {
  return [[{ name: "password change", times: 10, seconds: 15 * minute }, userId]];
}

/** Orders: a kitchen places a few a day; this stops a client's runaway script. */
export function orderCounts(clientAddress: string, userId: string): Count[] {
  return [
    ...byNetwork({ name: "order by network", times: 600, seconds: 10 * minute }, clientAddress),
    [{ name: "order by account", times: 120, seconds: 10 * minute }, userId],
  ];
}

/**
 * Orders without an account, also by normalized email address. A household orders once a week; a
 * café's guests may share its network.
 */
export function retailOrderCounts(clientAddress: string, email: string): Count[] {
  return [
    ...byNetwork({ name: "retail order by network", times: 20, seconds: hour }, clientAddress),
    [{ name: "retail order by e-mail and hour", times: 5, seconds: hour }, email],
    [{ name: "retail order by e-mail and day", times: 12, seconds: 24 * hour }, email],
  ];
}

/** Guests' orders to be paid by card: each opens a card form, which could test stolen cards. */
export function cardOrderCounts(clientAddress: string): Count[] {
  return byNetwork({ name: "card order by network", times: 10, seconds: 24 * hour }, clientAddress);
}

/** Further payments of an order after its first one ended; each is a new one at the provider. */
export function payOrderAnewCounts(clientAddress: string, orderId: string): Count[] {
  return [
    ...cardOrderCounts(clientAddress),
    [{ name: "payment by order", times: 5, seconds: 24 * hour }, orderId],
  ];
}

/** Steps of the checkout, and changes by an order's link; each renders a page. */
export function checkoutCounts(clientAddress: string): Count[] {
  return byNetwork(
    { name: "checkout by network", times: 600, seconds: 10 * minute },
    clientAddress,
  );
}

/** Price requests of open carts, one per change; more than shopping needs. */
export function cartMostCounts(clientAddress: string): Count[] {
  return byNetwork(
    { name: "cart's total by network", times: 1_200, seconds: 10 * minute },
    clientAddress,
  );
}

/**
 * The contact form and the wholesale inquiry together. Many people may share a network, but nobody
 * writes this often from one email address.
 */
export function publicFormCounts(clientAddress: string, email: string): Count[] {
  return [
    ...byNetwork({ name: "public form by network", times: 20, seconds: hour }, clientAddress),
    [{ name: "public form by e-mail", times: 5, seconds: hour }, email],
  ];
}

/** Steps of the order form without JavaScript, each of which renders a page. */
export function reviewCounts(clientAddress: string, userId: string): Count[] {
  return [
    ...byNetwork({ name: "review by network", times: 1_200, seconds: 10 * minute }, clientAddress),
    [{ name: "review by account", times: 240, seconds: 10 * minute }, userId],
  ];
}

/**
 * Card forms opened through the link of an invoice, by its document's id. Each is a payment at the
 * provider; testing stolen cards takes many.
 */
export function payByLinkCounts(clientAddress: string, documentId: string): Count[] {
  return [
    ...byNetwork({ name: "card form by network", times: 40, seconds: hour }, clientAddress),
    [{ name: "card form by invoice", times: 20, seconds: hour }, documentId],
  ];
}

/** Pages with a card form, each of which asks the provider for its payment's state. */
export function cardPageCounts(clientAddress: string, documentId: string): Count[] {
  return [
    ...byNetwork({ name: "card page by network", times: 300, seconds: 10 * minute }, clientAddress),
    [{ name: "card page by invoice", times: 120, seconds: 10 * minute }, documentId],
  ];
}

/**
 * Concurrent exports of whole lists. They need their own limit, as they still query while they are
 * streamed, when their request's slot is free again (server/edge/overload.ts).
 */
export const exportsAtOnce: Shares = { account: 3, network: 6, process: 6 };

/** Uploads: enough for a day's photos at once, but not to fill the disk. */
export function uploadCounts(clientAddress: string, userId: string): Count[] {
  return [
    ...byNetwork({ name: "upload by network", times: 1_200, seconds: hour }, clientAddress),
    [{ name: "upload by account", times: 600, seconds: hour }, userId],
  ];
}

/**
 * Answers to a recall through a mailed link; people correct theirs. The limit per network is far
 * above real use, but too low to guess signatures. `noticeId` is null for a made-up link.
 */
export function recallAnswerCounts(clientAddress: string, noticeId: string | null): Count[] {
  const ofNotice = { name: "recall answer by client", times: 20, seconds: hour };
  return [
    ...byNetwork(
      { name: "recall answer by network", times: 60, seconds: 10 * minute },
      clientAddress,
    ),
    ...(noticeId ? [[ofNotice, noticeId] as Count] : []),
  ];
}

/**
 * Requests for a new link to an order by holders of an old one. Each sends an email to the order's
 * address, and counts towards its email limits too.
 */
export function newLinkCounts(orderId: string): Count[] {
  return [
    [{ name: "new link by order and hour", times: 3, seconds: hour }, orderId],
    [{ name: "new link by order and day", times: 6, seconds: 24 * hour }, orderId],
  ];
}

/**
 * Causes of emails that are triggered from outside the company:
 * - `acknowledgement`: anyone, by typing an address into a public form
 * - `link`: anyone who requests a password reset
 * - `confirmation`: anyone who signs up
 * - `confirmation again`: a user who is signed in to an unconfirmed account or has its password; a
 *   lost link is replaced at once, since nothing can be ordered without it
 * - `order`: the client with this confirmed address
 * - `account`: anyone who signs up; this one goes to the company
 * - `stranger's order`: a guest who ordered with an unverified address
 * - `our news of it`: we, with news of such an order; limited too, as its address is unverified
 */
export type MailCause =
  | "acknowledgement"
  | "link"
  | "confirmation"
  | "confirmation again"
  | "order"
  | "account"
  | "stranger's order"
  | "our news of it";

const mailsByCause: Record<MailCause, { anHour: number; aDay: number }> = {
  acknowledgement: { anHour: 4, aDay: 10 },
  link: { anHour: 12, aDay: 30 },
  confirmation: { anHour: 12, aDay: 30 },
  "confirmation again": { anHour: 12, aDay: 30 },
  order: { anHour: 40, aDay: 120 },
  account: { anHour: 30, aDay: 120 },
  "stranger's order": { anHour: 8, aDay: 20 },
  "our news of it": { anHour: 12, aDay: 30 },
};

/**
 * Emails about one order to an unverified address, in addition to the counts by address. A normal
 * order takes five: received, packed, on its way, delivered, paid.
 */
export function strangerMailCounts(
  cause: "stranger's order" | "our news of it",
  { email, orderId }: { email: string; orderId: string },
): Count[] {
  const times = cause === "our news of it" ? 14 : 6;
  const ofOrder = { name: "mail to a stranger by order", times, seconds: 7 * 24 * hour };
  return [[ofOrder, orderId], ...mailCounts(cause, email)];
}

/**
 * Emails to one normalized address, of all causes together; more important ones have higher limits.
 * Emails that staff trigger to verified addresses, and those that notify the company of orders and
 * messages, aren't counted.
 */
export function mailCounts(cause: MailCause, recipient: string): Count[] {
  const { anHour, aDay } = mailsByCause[cause];
  const counts: Count[] = [
    [{ name: "mail by recipient and hour", times: anHour, seconds: hour }, recipient],
    [{ name: "mail by recipient and day", times: aDay, seconds: 24 * hour }, recipient],
  ];
  const isAgain = cause === "confirmation again";
  if (cause !== "confirmation" && !isAgain) return counts;
  const [byHour, byDay] = isAgain ? [3, 6] : [1, 3];
  return [
    [{ name: "confirmation by recipient and hour", times: byHour, seconds: hour }, recipient],
    [{ name: "confirmation by recipient and day", times: byDay, seconds: 24 * hour }, recipient],
    ...counts,
  ];
}
