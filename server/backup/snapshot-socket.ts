import { chmod, mkdir, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { sql } from "drizzle-orm";
import type { Database, Log } from "#db/database.ts";
import { reasonOf } from "#db/database-error.ts";
import { backupDesk, takeSnapshot } from "./snapshot.ts";

/**
 * Lets `npm run backup` ask the running shop for a snapshot of its data folder, which no other
 * process may open: over a Unix socket in that folder, for the folder's owner alone. Nothing can be
 * asked but that one thing, and it is always put in the same place.
 *
 * Expects the folder's lock to be held. A shop that cannot offer it (Windows; a path of more than
 * 100 characters) says so in the log and opens all the same.
 *
 * @returns what ends it
 */
export async function offerSnapshots(db: Database, dataDir: string, log: Log): Promise<() => void> {
  const { folder, snapshot, socket } = backupDesk(dataDir);
  const server = createServer((request, response) => {
    if (request.method !== "POST") {
      response.writeHead(405, { Allow: "POST" }).end();
      return;
    }
    restingSnapshot(db, dataDir, snapshot).then(
      (milliseconds) => {
        log.info({ milliseconds }, "took a snapshot for a backup");
        response.writeHead(204).end();
      },
      (error) => {
        log.error({ err: error }, "no snapshot could be taken for a backup");
        response.writeHead(500).end(reasonOf(error));
      },
    );
  });
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Left by a process that was killed: we hold the folder's lock, so nobody listens there.
    await rm(socket, { force: true });
    await listenAt(server, socket);
    await chmod(socket, 0o600);
  } catch (error) {
    log.warn({ err: error }, "backups are possible only while the shop is stopped");
  }
  return () => {
    server.close();
    server.closeIdleConnections();
  };
}

/** Holds every query back while the files are copied; answers for how long. */
async function restingSnapshot(db: Database, dataDir: string, snapshot: string): Promise<number> {
  // Leaves less for the copy to catch up with when it is opened.
  await db.execute(sql`checkpoint`);
  return db.transaction(async () => {
    const began = performance.now();
    await takeSnapshot(dataDir, snapshot);
    return Math.round(performance.now() - began);
  });
}

function listenAt(server: Server, socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(socket, resolve);
  });
}
