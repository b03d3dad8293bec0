import { text as textOf } from "node:stream/consumers";
import pg from "pg";
import * as copyStreams from "pg-copy-streams";
import { openSession } from "#db/postgres.ts";
import { sequencesIn, tablesIn } from "#server/backup/tables.ts";
import { notSampled } from "#server/sample/load-sample.ts";
import type { SampleDay } from "#server/sample/sample-file.ts";
import { withTokens } from "#server/sample/tokens.ts";

const quoted = pg.escapeIdentifier;

/**
 * Dumps the business as it is now, with tokens in place of ids and days.
 *
 * @param monday of the week that is kept
 * @param numbers of the ids so far, so that days that hardly differ have the same text
 */
export async function dumpDay(
  databaseUrl: string,
  { day, at }: Pick<SampleDay, "day" | "at">,
  monday: string,
  numbers: Map<string, number>,
): Promise<SampleDay> {
  const { client, db, close } = await openSession(databaseUrl);
  try {
    // The schema with the simulated time is first on the database's search path.
    await client.query("set search_path = public");
    await client.query(mailsAreSent);
    const tables: SampleDay["tables"] = [];
    for (const { name, columns } of await tablesIn(db)) {
      if (notSampled.includes(name)) continue;
      const from = `${quoted(name)} (${columns.map(quoted).join(", ")})`;
      const rows = await textOf(client.query(copyStreams.to(`copy ${from} to stdout`)));
      if (rows) tables.push({ name, columns, rows: withTokens(rows, monday, numbers) });
    }
    const last = Object.entries(await sequencesIn(db)).map(([name, value]) => [
      name,
      Number(value),
    ]);
    return { day, at, tables, sequences: Object.fromEntries(last) };
  } finally {
    await close();
  }
}

// Leaves emails without their content, as the shop does once they are sent (domain/mail).
const mailsAreSent = `
  update mail_outbox set sent_at = created_at + interval '2 seconds', text = '', html = null,
    unsubscribe_url = null, topic = null, told = null
  where sent_at is null and failed_at is null`;
