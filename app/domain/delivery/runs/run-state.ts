/**
 * The outbox topic of the mail that nobody was at a stop, so that it can be dropped while queued.
 */
export const missedTopic = (stopId: string) => `nobody there ${stopId}`;
