import sharp from "sharp";

// One thread for each picture: how many are worked on at once is the queue's to say.
sharp.concurrency(1);
// Nothing is done to the same picture twice in a row.
sharp.cache(false);

/** The image library, set up for the process. It takes a moment to load: import it when needed. */
export { sharp };
