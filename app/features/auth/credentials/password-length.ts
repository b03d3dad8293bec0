/** Applies to passwords chosen by users and to those in the settings (README). */
export const minPasswordLength = 8;

/** As long as an address can be (RFC 5321, section 4.5.3). */
export const maxEmailLength = 254;

/** Hashing longer passwords would only waste CPU. */
export const maxPasswordLength = 128;
