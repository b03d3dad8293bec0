/** The topic of the news that nobody was at a stop, which is dropped while it waits. */
export const missedTopic = (stopId: string) => `nobody there ${stopId}`;
