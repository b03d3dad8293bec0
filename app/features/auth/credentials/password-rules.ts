/** The same for a password that somebody chooses and for those in the settings (README). */
export const minPasswordLength = 8;

/** Longer ones would only keep the server busy. */
export const maxPasswordLength = 128;
