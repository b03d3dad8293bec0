import { ended } from "#app/lib/in-words.ts";

/** The action in a run's history of a report that the shop refused. */
export const notRecorded = "report not recorded";

/**
 * Returns what a driver reported of a run and the shop refused, by the run's history, newest first:
 * "Sample Pub, order 1042: Delivered, received by Kim, on …. The order was moved or cancelled …"
 */
export function unrecordedInWords(
  history: readonly { action: string; after: unknown }[],
): string[] {
  return history.flatMap(({ action, after }) => {
    if (action !== notRecorded || typeof after !== "object" || after === null) return [];
    const { client, orders, reported, reportedAt, why } = after as Record<string, string>;
    const whose = orders ? `${client}, order ${orders}` : client;
    return [`${ended(`${whose}: ${reported}, on ${reportedAt}`)} ${why}`];
  });
}
