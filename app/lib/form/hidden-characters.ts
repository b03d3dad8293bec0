/**
 * Not allowed in text for others: control characters except the newline, line separators, controls
 * of the text direction, the byte order mark, and lone surrogates.
 */
export const hiddenCharacters = /(?!\n)[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** Shown for a text with hidden characters. */
export const noHiddenCharacters = "Please remove the invisible characters";
