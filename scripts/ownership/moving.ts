/** Writes of a table outside its owner, which are still to move. Shortened with each step, and empty at the end. */
export const moving: readonly string[] = ["orders: app/domain/delivery/booking.server.ts"];

/** Sums of a named figure outside its owner; as above. */
export const movingFigures: readonly string[] = [];
