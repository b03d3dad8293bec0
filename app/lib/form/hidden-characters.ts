/**
 * What no text has that others read: control characters but line ends, marks that turn the writing
 * around, halves of characters.
 */
export const hiddenCharacters = /(?!\n)[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** Shown for a text with hidden characters. */
export const noHiddenCharacters = "Please remove the invisible characters";
