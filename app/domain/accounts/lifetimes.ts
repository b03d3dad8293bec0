/** Session lifetime in seconds after its last extension: a week. */
export const sessionSeconds = 7 * 24 * 60 * 60;

/** Age in seconds after which the next use extends a session: a day. */
export const sessionUpdateAge = 24 * 60 * 60;

/** How long a browser is remembered after its last sign-in, in seconds: a year. */
export const rememberedSeconds = 365 * 24 * 60 * 60;

/**
 * How long a sign-in or a proof of identity allows actions on money, staff, important settings and
 * whole lists, in ms: a quarter of an hour.
 */
export const proofMs = 15 * 60_000;

/** Time for the second factor after the password, in ms: ten minutes. */
export const secondFactorMs = 10 * 60_000;

/** Time for a browser to sign with a passkey, in ms: five minutes. */
export const passkeyMs = 5 * 60_000;

/** Lifetime of a link to set a password or confirm an address, in ms: an hour, as emails say. */
export const linkMs = 60 * 60_000;

/** Lifetime of an invitation to the staff, in ms: a week, as the email says. */
export const staffInvitationMs = 7 * 24 * 60 * 60_000;

/** Lifetime of the link with which clients added by staff choose a password, in ms: two weeks. */
export const invitationMs = 14 * 24 * 60 * 60_000;
