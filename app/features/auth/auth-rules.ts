/**
 * Accounts in numbers: passwords, and how long sign-ins, remembered browsers and mailed links last.
 */

/** Applies to passwords chosen by users and to those in the settings (README). */
export const minPasswordLength = 8;

/** Hashing longer passwords would only waste CPU. */
export const maxPasswordLength = 128;

/** Session lifetime after its last extension (seconds): a week. */
export const sessionSeconds = 7 * 24 * 60 * 60;

/** Age after which the next use extends a session (seconds): a day. */
export const sessionUpdateAge = 24 * 60 * 60;

/** Maximum sessions per account; a new one replaces the least recently used. */
export const mostSessions = 20;

/** How long a browser is remembered after its last sign-in (seconds): a year. */
export const rememberedSeconds = 365 * 24 * 60 * 60;

/** Maximum number of accounts remembered per browser, most recent first. */
export const mostAccounts = 4;

/** Lifetime of a mailed link (ms): an hour. The mails state it too (features/auth/mails). */
export const linkMs = 60 * 60_000;
