/** Applies to users' passwords and to those in the settings (docs/running.md). */
export const minPasswordLength = 8;

/** Hashing longer passwords would only waste CPU. */
export const maxPasswordLength = 128;
