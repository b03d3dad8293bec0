import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { orderName } from "#app/domain/orders/order.ts";
import { paymentsNotInBooks } from "#app/domain/payments/payments-since.server.ts";
import { stripeProvider } from "#app/domain/payments/provider/stripe-provider.server.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { connect } from "#db/connect.ts";
import { silentLog } from "#server/backup/files.ts";
import { fetchForRestore, inBucket } from "#server/backup/offsite/fetch-for-restore.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import {
  askLastNumbers,
  type LastNumbers,
  noNumbers,
  numberInWords,
  readLastNumbers,
  skippedInWords,
} from "#server/backup/skip-numbers.ts";
import { rowsToTell } from "#server/backup/tables.ts";
import { parseConfig } from "#server/config.ts";

/**
 * `npm run restore -- <folder> [INV-000140 order-1042 …]`: restores a backup into DATA_DIR, which
 * must not contain a shop, and with DATABASE_URL into that database, which must be empty. After the
 * folder come the last numbers of documents and orders issued since the backup, or files and
 * folders that contain them; a terminal asks for them. `s3:latest` or `s3:<name>` instead of the
 * folder fetches the backup from the bucket of BACKUP_S3_ENDPOINT first.
 */

async function restore() {
  const [folder, ...said] = process.argv.slice(2);
  if (!folder || folder.startsWith("-"))
    throw new Error("Which backup? npm run restore -- <folder>");
  const config = parseConfig(process.env);
  const lastNumbers = said.length > 0 ? await readLastNumbers(said) : await askNumbers();
  const backup = folder.startsWith(inBucket)
    ? await fetchForRestore(folder.slice(inBucket.length), config)
    : resolve(folder);
  const restored = await restoreBackup(backup, config, rowsToTell(), lastNumbers);
  const { takenAt, tables } = restored.manifest;
  for (const range of restored.skipped.ranges) {
    process.stdout.write(`${skippedInWords(range)}: given after the backup, so not given again.\n`);
  }
  for (const { series, number } of restored.skipped.isolated) {
    process.stdout.write(
      `${numberInWords(series, number)} occurs in the files, far from all others, so it was not believed. ` +
        "If you did send it out, restore again and name it.\n",
    );
  }
  const next = restored.last.map((one) => numberInWords(one.series, one.lastNumber + 1));
  process.stdout.write(
    `The next numbers are ${next.join(", ")}. If these were given after the backup, ` +
      "do not open the shop: restore again and name the last ones (docs/running.md).\n",
  );
  await tellPayments(config, new Date(takenAt));
  const place = config.databaseUrl ? "the database of DATABASE_URL" : config.dataDir;
  process.stdout.write(
    `Restored the backup of ${takenAt} into ${place}: ${tables.orders?.rows} orders.\n`,
  );
  const key = await readFile(join(backup, "auth-secret"), "utf8").catch(() => undefined);
  if (key !== config.authSecret && config.authSecret) {
    const file = key ? `the content of ${join(backup, "auth-secret")}` : "what it was";
    process.stdout.write(
      `AUTH_SECRET is another one: everybody has to sign in again, and staff without their ` +
        `authenticator app, unless you set it to ${file}.\n`,
    );
  }
}

/** Asks for the last number of each series; skipped without a terminal. */
async function askNumbers(): Promise<LastNumbers> {
  if (!process.stdin.isTTY) return noNumbers();
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await askLastNumbers((question) => terminal.question(question));
  } finally {
    terminal.close();
  }
}

/** Lists what the card provider did since the backup, which is recorded nowhere else. */
async function tellPayments(config: ReturnType<typeof parseConfig>, since: Date): Promise<void> {
  if (!config.stripe) return;
  const { db, close } = await connect({ ...config, log: silentLog });
  try {
    const missing = await paymentsNotInBooks(db, await stripeProvider(config.stripe), since);
    for (const one of missing) {
      const { ref, state, cents, capturedCents, refundedCents, orderNumber, isKnown } = one;
      const refunded = refundedCents > 0 ? `, refunded ${formatCents(refundedCents)}` : "";
      const whose =
        orderNumber !== null
          ? orderName(orderNumber)
          : isKnown
            ? "an invoice"
            : "not in the backup";
      const amount = formatCents(state === "captured" ? capturedCents : cents);
      process.stdout.write(`Not in the books: ${ref}, ${state} ${amount}${refunded}, ${whose}.\n`);
    }
    const count = missing.length === 1 ? "1 card payment" : `${missing.length} card payments`;
    process.stdout.write(`Not in the books since the backup: ${count}.\n`);
  } catch (error) {
    process.stdout.write(
      `The card provider could not be asked what it did since the backup: ${(error as Error).message}\n`,
    );
  } finally {
    await close();
  }
}

restore().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
