import { statfs } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { countUnmailed } from "#app/domain/mail/addressees.server.ts";
import { formatDate } from "#app/lib/dates.ts";
import { daysInWords } from "#app/lib/in-words.ts";
import { patienceMs } from "#db/jobs/queues.ts";
import { backups, proofs } from "./backup-checks.server.ts";
import { type Check, day, hour, numberOf, one, well } from "./check-parts.server.ts";
import {
  expiringHours,
  type Figure,
  formatBytes,
  recentHours,
  remindOfFiles,
  spanInWords,
} from "./health.ts";
import { sentBackups } from "./sent-backup-checks.server.ts";

const gigabyte = 1e9;

const triedAgain = `They are tried again for ${daysInWords(patienceMs)}.`;

const orders: Check = {
  id: "orders",
  name: "Orders",
  async look({ db }) {
    const { waiting, recent } = await one<{ waiting: number; recent: number }>(
      db,
      sql`select (select count(*)::integer from orders where status = 'pending') as waiting,
        (select count(*)::integer from orders where placed_at > now() - make_interval(hours => ${recentHours})) as recent`,
    );
    return well(
      `${recent || "None"} placed in the last ${recentHours} hours, ${waiting || "none"} to be packed.`,
      [
        { name: "shop_orders_waiting", value: waiting },
        { name: "shop_orders_placed_recently", value: recent },
      ],
    );
  },
};

const waitingMails = { label: "Waiting emails", to: "/admin/mails#waiting" };

const mails: Check = {
  id: "mails",
  name: "Emails",
  async look({ db, mailFolder }) {
    const { failed, waiting, refused, waits, stuck, answer, written, wrote } = await one<{
      failed: number;
      waiting: number;
      refused: number;
      waits: string | null;
      stuck: boolean;
      answer: string | null;
      written: number;
      wrote: string | null;
    }>(
      db,
      sql`with unsent as (select count(*)::integer as waiting,
            (count(*) filter (where attempts > 0))::integer as refused, min(created_at) as since,
            (array_agg(last_error order by attempts desc))[1] as answer
          from mail_outbox where sent_at is null and failed_at is null)
        select (select count(*)::integer from mail_outbox where failed_at is not null) as failed,
          waiting, refused, extract(epoch from now() - since)::text as waits,
          not exists (select from mail_outbox where sent_at > since
            and (file is null or ${mailFolder !== null})) as stuck,
          answer, written, wrote
        from unsent, (select count(*)::integer as written, max(sent_at)::text as wrote
          from mail_outbox where file is not null
            and sent_at > now() - make_interval(days => ${remindOfFiles})) as files`,
    );
    const age = Math.max(0, numberOf(waits) ?? 0);
    const figures: Figure[] = [
      { name: "shop_mails_failed", value: failed },
      { name: "shop_mails_waiting", value: waiting },
      { name: "shop_mails_written_to_files", value: written },
      { name: "shop_mails_oldest_waiting_seconds", value: age },
    ];
    const isLate = age > 2 * hour;
    const count = waiting === 1 ? "One email" : `${waiting} emails`;
    const lastAnswer = refused > 0 && answer ? `The last answer was: ${answer}` : "";
    const toSee = mailFolder
      ? `See whether ${mailFolder} can be written to.`
      : "See whether the mail server of SMTP_URL answers, and whether its password still holds.";
    if (isLate && stuck) {
      return {
        state: "bad",
        says: `No email has left for ${spanInWords(age)}; ${waiting === 1 ? "one is" : `${waiting} are`} waiting.`,
        todo: [toSee, lastAnswer].filter(Boolean).join(" "),
        page: waitingMails,
        figures,
      };
    }
    if (failed > 0) {
      return {
        state: "bad",
        says:
          failed === 1
            ? "One email could not be delivered."
            : `${failed} emails could not be delivered.`,
        todo: "Correct what is wrong and send it again, or remove it.",
        page: { label: "Undelivered emails", to: "/admin/mails" },
        figures,
      };
    }
    if (isLate || refused > 0) {
      const waited = `${count} ${waiting === 1 ? "has" : "have"} not left yet. The oldest has waited for ${spanInWords(age)}`;
      return {
        state: "warn",
        says: `${waited}${stuck ? "." : "; others leave."}`,
        todo: [stuck ? toSee : "", triedAgain, lastAnswer].filter(Boolean).join(" "),
        page: waitingMails,
        figures,
      };
    }
    const files =
      written === 1 ? "One email was written to a file" : `${written} emails were written to files`;
    const inFiles = wrote
      ? `${files}${written === 1 ? "" : ", the last one"} on ${formatDate(new Date(wrote))}, and reached nobody.`
      : "";
    if (mailFolder || inFiles) {
      const becomes = mailFolder && `Emails are files in ${mailFolder}; nobody gets them.`;
      return {
        state: "warn",
        says: [becomes, inFiles].filter(Boolean).join(" "),
        todo: mailFolder
          ? "Set SMTP_URL to your mail server, and start the shop again."
          : "See which of them still matter, and tell those people in another way.",
        ...(inFiles && { page: { label: "Emails in files", to: "/admin/mails#written" } }),
        figures,
      };
    }
    if (waiting > 0) {
      return well(`${count} ${waiting === 1 ? "is" : "are"} on the way.`, figures);
    }
    return well("All emails have left.", figures);
  },
};

const addresses: Check = {
  id: "addresses",
  name: "Clients’ email addresses",
  async look({ db }) {
    const clients = await countUnmailed(db);
    const figures: Figure[] = [{ name: "shop_clients_unmailed", value: clients }];
    if (clients === 0) return well("Everybody who ordered lately can be emailed.", figures);
    return {
      state: "warn",
      says:
        clients === 1
          ? "One client who ordered lately gets no email about it."
          : `${clients} clients who ordered lately get no email about it.`,
      todo: "Send them the confirmation again, or correct their address.",
      page: { label: "Whom we cannot mail", to: "/admin/mails#unmailed" },
      figures,
    };
  },
};

/** Queues whose jobs may have to wait for an earlier or a long one. */
const patient = ["mail", "card-payments", "nightly-backups", "recent-backups"];

const jobs: Check = {
  id: "jobs",
  name: "Background work",
  async look({ db }) {
    const { rows } = await db.execute<{
      name: string;
      gave_up: boolean | null;
      waits: string | null;
      ahead: number;
    }>(sql`
      select name,
        (count(*) filter (where state in ('created', 'retry') and start_after > now()
          and greatest(created_on, started_on) > now() + interval '2 minutes'))::integer as ahead,
        max(completed_on) filter (where state = 'failed') >
          coalesce(max(completed_on) filter (where state = 'completed'), '-infinity') as gave_up,
        extract(epoch from now() - min(start_after) filter (
          where state in ('created', 'retry') and start_after < now()))::text as waits
      from pgboss.job group by name order by name`);
    const waiting = rows.map(({ name, waits }) => ({ name, waits: numberOf(waits) ?? 0 }));
    const gaveUp = rows.filter((row) => row.gave_up).map(({ name }) => name);
    const late = waiting.filter(({ name, waits }) => waits > hour / 2 && !patient.includes(name));
    const ahead = rows.filter((row) => row.ahead > 0).map(({ name }) => name);
    const figures: Figure[] = [
      ...waiting.map(({ name, waits }) => ({
        name: "shop_job_wait_seconds" as const,
        value: waits,
        of: name,
      })),
      { name: "shop_queues_given_up", value: gaveUp.length },
    ];
    if (gaveUp.length > 0) {
      return {
        state: "bad",
        says: `Given up after several attempts: ${gaveUp.join(", ")}.`,
        todo: "The shop's log says why. What runs again and again is well as soon as it succeeds.",
        figures,
      };
    }
    if (ahead.length > 0) {
      return {
        state: "bad",
        says: `Waiting for a time that the clock has left again: ${ahead.join(", ")}.`,
        todo: "See that the clock is right. If it stays so for a minute, start the shop again.",
        figures,
      };
    }
    if (late.length > 0) {
      return {
        state: "bad",
        says: `Not begun in time: ${late.map(({ name }) => name).join(", ")}.`,
        todo: "Restart the shop. If it is slow, see what else runs on the machine.",
        figures,
      };
    }
    return well("Up to date.", figures);
  },
};

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const disk: Check = {
  id: "disk",
  name: "Disk",
  async look({ folders, freeBytes = freeBytesOf }) {
    const all = await Promise.all(
      Object.entries(folders).map(async ([name, folder]) => ({
        name,
        // The backups' folder may not exist yet.
        free: await freeBytes(folder).catch(() => null),
      })),
    );
    const seen = all.flatMap(({ name, free }) => (free === null ? [] : [{ name, free }]));
    const figures = seen.map(({ name, free }): Figure => {
      return { name: "shop_disk_free_bytes", value: free, of: name };
    });
    const least = seen.toSorted((a, b) => a.free - b.free)[0];
    if (!least) throw new Error("No disk could be looked at");
    const says = `${formatBytes(least.free)} free for the shop's ${least.name}.`;
    if (least.free >= 5 * gigabyte) return well(says, figures);
    const todo = "Remove what is not the shop's, or give it a larger disk.";
    return { state: least.free < gigabyte ? "bad" : "warn", says, todo, figures };
  },
};

const certificate: Check = {
  id: "certificate",
  name: "Certificate",
  async look({ certificate: see }) {
    const seen = await see();
    if (seen === null)
      return well("The shop's address has none: it is not on https, or of this machine.");
    if (seen === "unreachable") {
      return {
        state: "warn",
        says: "The shop could not reach its own public address to see the certificate.",
        todo: "If visitors can, nothing: some networks lead no way back in.",
      };
    }
    const left = (seen.until.getTime() - Date.now()) / 1000;
    const figures: Figure[] = [{ name: "shop_certificate_left_seconds", value: left }];
    const todo = "See why the reverse proxy did not renew it: browsers soon refuse the shop.";
    if (left <= 0) return { state: "bad", says: "The certificate has expired.", todo, figures };
    if (seen.problem) {
      return {
        state: "bad",
        says: `Browsers do not trust the certificate (${seen.problem}).`,
        todo: "See that the reverse proxy sends the whole chain, for this very name.",
        figures,
      };
    }
    const says = `The certificate is good for ${spanInWords(left)}.`;
    const lifetime = (seen.until.getTime() - seen.from.getTime()) / 1000;
    // Certificates are renewed with a third of their lifetime left; some last only six days.
    const isLate = left < Math.min(14 * day, lifetime / 4);
    return isLate ? { state: "bad", says, todo, figures } : well(says, figures);
  },
};

const cards: Check = {
  id: "cards",
  name: "Card payments",
  async look({ db, hasCards }) {
    if (!hasCards) return well("No cards are taken.");
    const { expiring, failed } = await one<{ expiring: number; failed: number }>(
      db,
      // Authorizations are renewed a day before they expire; these couldn't be.
      sql`select (select count(*)::integer from payments
          where state = 'held' and is_current and capture_before < now() + make_interval(hours => ${expiringHours})) as expiring,
        (select count(*)::integer from payments where exists (
          select from payment_jobs where payment_id = payments.id and (payment_jobs.state = 'stuck'
            or (payment_jobs.state = 'refused' and action = 'capture' and payments.state = 'held')))) as failed`,
    );
    const figures: Figure[] = [
      { name: "shop_holds_expiring", value: expiring },
      { name: "shop_captures_failed", value: failed },
    ];
    if (expiring + failed === 0) return well("No hold runs out, and none failed.", figures);
    const parts = [
      ...(expiring > 0 ? [`holds that run out within ${expiringHours} hours: ${expiring}`] : []),
      ...(failed > 0 ? [`payments that the card provider did not carry out: ${failed}`] : []),
    ];
    return {
      state: "bad",
      says: `There are ${parts.join("; ")}.`,
      todo: "Pack what they are for, or ask the customers for another card.",
      page: { label: "Card payments", to: "/admin/payments" },
      figures,
    };
  },
};

const webhooks: Check = {
  id: "webhooks",
  name: "Card provider's messages",
  async look({ db, hasCards }) {
    if (!hasCards) return well("No cards are taken.");
    const { missing } = await one<{ missing: number }>(
      db,
      sql`select count(*)::integer as missing from payments
        where state in ('held', 'capturing', 'captured') and intent_ref is not null
          and created_at between now() - interval '7 days' and now() - interval '1 hour'
          and not exists (select from payment_events where received_at >= payments.created_at)`,
    );
    const figures: Figure[] = [{ name: "shop_webhooks_missing", value: missing }];
    if (missing === 0) return well("Arriving normally.", figures);
    return {
      state: "bad",
      says: "Cards were charged or held, and the card provider sent no message since.",
      todo: "In Stripe, see that the webhook leads to /api/stripe/webhook of this shop, and what it was answered.",
      figures,
    };
  },
};

const clock: Check = {
  id: "clock",
  name: "Clock",
  async look({ db, hasOwnServer }) {
    const before = Date.now();
    const { ms, ahead: written } = await one<{ ms: string; ahead: string | null }>(
      db,
      sql`select (extract(epoch from clock_timestamp()) * 1000)::text as ms,
        extract(epoch from greatest((select max(placed_at) from orders),
          (select max(started_at) from backup_runs)) - now())::text as ahead`,
    );
    // The query took time; the database's clock was right at some point during it.
    const after = Date.now();
    const ahead = Number(ms) < before ? before - Number(ms) : Math.min(0, after - Number(ms));
    const figures: Figure[] = [{ name: "shop_clock_offset_seconds", value: ahead / 1000 }];
    const later = numberOf(written) ?? 0;
    if (later > 60) {
      return {
        state: "warn",
        says: `The latest entry is ${spanInWords(later)} later than this machine's clock.`,
        todo: "See that the clock is right now. If it was ahead before, what was entered then keeps its time.",
        figures,
      };
    }
    const off = Math.abs(ahead) / 1000;
    if (hasOwnServer) return well("Nothing is later than this machine's clock.", figures);
    if (off < 2) return well("This machine and the database agree on the time.", figures);
    return {
      state: off < 60 ? "warn" : "bad",
      says: `This machine's clock and the database's differ by ${spanInWords(off)}.`,
      todo: "Let both set their clocks over the network (systemd-timesyncd, chrony).",
      figures,
    };
  },
};

const readiness: Check = {
  id: "readiness",
  name: "Database and images",
  async look({ readiness: missing }) {
    const needs = (await missing?.()) ?? [];
    if (needs.includes("migrations")) {
      return {
        state: "bad",
        says: "The database lacks tables or indexes that this version needs.",
        todo: "The log names them. It was restored with errors, or another version is on it: restore it again.",
      };
    }
    if (needs.includes("files")) {
      return {
        state: "bad",
        says: "Images cannot be written.",
        todo: "See whether the disk of DATA_DIR, or the bucket, is there and may be written to.",
      };
    }
    return well("Complete, and images can be written.");
  },
};

/** All checks, in the order of the page. */
export const checks: readonly Check[] = [
  ...[readiness, orders, mails, addresses, jobs, cards, webhooks],
  ...[backups, proofs, ...sentBackups, disk, certificate, clock],
];
