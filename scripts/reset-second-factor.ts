import { resetSecondFactor } from "#app/domain/accounts/second-factor/second-factors.server.ts";
import { shopFrom } from "#app/domain/settings/company-settings.ts";
import { openSettings } from "#app/domain/settings/kept-settings.server.ts";
import { openPostgres } from "#db/postgres.ts";
import { silentLog } from "#server/backup/files.ts";
import { openShopDatabase } from "#server/backup/make-backup.ts";
import { parseConfig } from "#server/config.ts";

/**
 * `npm run reset-second-factor -- <email>`: restores access for staff who have lost their phone,
 * passkeys and recovery codes. Requires access to the machine. The shop may be running.
 */

async function reset() {
  const email = (process.argv[2] ?? "").trim().toLowerCase();
  if (!email.includes("@")) throw new Error("Say whose: npm run reset-second-factor -- <email>");
  const config = parseConfig(process.env);
  const database = await openShopDatabase(config);
  try {
    const { db, close } = await openPostgres({ databaseUrl: database.url, log: silentLog });
    try {
      const settings = await openSettings(db, silentLog);
      if (!(await resetSecondFactor(db, email, shopFrom(settings.get, config.siteUrl)))) {
        throw new Error(`${email} has no account in this shop.`);
      }
    } finally {
      await close();
    }
  } finally {
    await database.close();
  }
  process.stdout.write(
    `${email} has no second factor any more, and is signed out everywhere. ` +
      "The password is the same as before.\n",
  );
}

reset().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
