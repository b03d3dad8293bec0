import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

/**
 * Asks the running shop for a snapshot (server/backup/snapshot-socket.ts).
 *
 * @returns false when no shop is listening there
 * @throws Error when it could not take one
 */
export async function askForSnapshot(socket: string): Promise<boolean> {
  const asking = request({ socketPath: socket, method: "POST", path: "/" }).end();
  let answer: IncomingMessage;
  try {
    [answer] = await once(asking, "response");
  } catch (error) {
    if (isNobody(error)) return false;
    throw error;
  }
  const reason = await text(answer);
  if (answer.statusCode === 204) return true;
  throw new Error(`The shop could not take a snapshot: ${reason}`);
}

/** A socket that was never made, or whose process was killed. */
function isNobody(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    (error.code === "ENOENT" || error.code === "ECONNREFUSED")
  );
}
