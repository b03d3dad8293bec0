import sharp from "sharp";

// One thread per picture; the work queue limits concurrency.
sharp.concurrency(1);
// No picture is processed twice in a row.
sharp.cache(false);

/** sharp, configured for this process. It's slow to load: import this module dynamically. */
export { sharp };
