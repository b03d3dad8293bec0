/** Lifetimes of sign-ins, remembered browsers and mailed links. */

/** Session lifetime after its last extension (seconds): a week. */
export const sessionSeconds = 7 * 24 * 60 * 60;

/** Age after which the next use extends a session (seconds): a day. */
export const sessionUpdateAge = 24 * 60 * 60;

/** How long a browser is remembered after its last sign-in (seconds): a year. */
export const rememberedSeconds = 365 * 24 * 60 * 60;

/**
 * How long a proof of identity is valid (ms): a quarter of an hour after it, or after sign-in,
 * actions on money, staff, important settings and whole lists ask again.
 */
export const proofMs = 15 * 60_000;

/** Time for the second factor after the password (ms): ten minutes. */
export const secondFactorMs = 10 * 60_000;

/** Time for a browser to sign with a passkey (ms): five minutes. */
export const passkeyMs = 5 * 60_000;

/**
 * Lifetime of a mailed link (ms), to set a password or to confirm an address: an hour. The emails
 * state it too (domain/accounts/mails).
 */
export const linkMs = 60 * 60_000;

/** Lifetime of an invitation to the staff (ms): a week. The email states it too. */
export const staffInvitationMs = 7 * 24 * 60 * 60_000;

/** Lifetime of the link with which clients added by staff choose a password (ms): two weeks. */
export const invitationMs = 14 * 24 * 60 * 60_000;
