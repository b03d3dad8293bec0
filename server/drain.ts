import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

/**
 * Tracks a server's requests from now on, so that it can be stopped without cutting any off. Node's
 * `server.close()` is not enough: it destroys a connection whose response has been written but not
 * yet read by the client, and waits up to 5 seconds for the others to be idle.
 *
 * @returns stops the server: no new connections, idle ones are closed, and the promise resolves
 *   when the last response has been read, or after `patience` (ms) with the number of requests that
 *   were cut off. Idle connections stay open for `linger` (ms): a proxy may be sending a request
 *   into one, which is answered with "Connection: close"
 */
export function watchRequests(
  server: Server,
): (patience: number, linger?: number) => Promise<number> {
  const answering = new Map<Socket, Set<ServerResponse>>();
  let stopping = false;

  server.on("connection", (socket) => {
    answering.set(socket, new Set());
    socket.once("close", () => answering.delete(socket));
  });
  // The first listener, so that a response sent synchronously is tracked too.
  server.prependListener("request", ({ socket }, response) => {
    const responses = answering.get(socket);
    responses?.add(response);
    if (stopping) response.setHeader("Connection", "close");
    response.once("close", () => {
      responses?.delete(response);
      if (stopping && responses?.size === 0) socket.destroySoon();
    });
  });

  return async function stop(patience, linger = 0) {
    stopping = true;
    const stopped = new Promise((done) => NetServer.prototype.close.call(server, done));
    for (const [socket, responses] of answering) {
      if (responses.size === 0 && linger === 0) socket.destroy();
      // Only on the last one: after such a response the connection reads no more requests.
      const last = [...responses].at(-1);
      if (last && !last.headersSent) last.setHeader("Connection", "close");
    }
    const lingered = setTimeout(() => {
      for (const [socket, responses] of answering) if (responses.size === 0) socket.destroy();
    }, linger);
    let cutOff = 0;
    const forced = setTimeout(() => {
      for (const [socket, responses] of answering) {
        cutOff += responses.size;
        socket.destroy();
      }
    }, patience);
    await stopped;
    clearTimeout(forced);
    clearTimeout(lingered);
    return cutOff;
  };
}
