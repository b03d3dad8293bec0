/** For all passwords, also those in the settings. */
export const minPasswordLength = 8;

/** Hashing longer passwords would only waste CPU. */
export const maxPasswordLength = 128;
