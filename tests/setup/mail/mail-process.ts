import { smtpTransport } from "#app/domain/mail/mail-transport.server.ts";
import { queueMail } from "#app/domain/mail/outbox.server.ts";
import { deliverMails } from "#app/domain/mail/send-queued.server.ts";
import { type ConnectOptions, connect } from "#db/connect.ts";
import { prepareJobs, startJobs } from "#db/jobs/jobs.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { silentLog } from "../test-log.ts";

// A separate process that is killed between an email's commit and its record as sent.
// `mail-process.ts queue <where>` commits an email, prints "committed", and sends nothing;
// `mail-process.ts send <where> <smtp>` sends due emails until it is killed.

const [work, where, smtp] = process.argv.slice(2);
if (!work || !where) throw new Error("Usage: mail-process.ts queue|send <where> <smtp>");
const place = JSON.parse(where) as Pick<ConnectOptions, "dataDir" | "databaseUrl">;
const connection = await connect({ ...place, log: silentLog });
const { db } = connection;
if (work === "queue") {
  await prepareJobs(db);
  await db.transaction((tx) =>
    queueMail(tx, {
      to: "chef@example.com",
      subject: "Your order",
      text: "Thank you.",
      html: "<p>Thank you.</p>",
    }),
  );
  process.stdout.write("committed\n");
} else {
  const transport = smtpTransport(smtp ?? "", sampleShop());
  const jobs = await startJobs(connection, silentLog);
  await deliverMails(jobs, { db, transport, log: silentLog });
  process.stdout.write("sending\n");
}
// Runs until it is killed.
setInterval(() => undefined, 60_000);
