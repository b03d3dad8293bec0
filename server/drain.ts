import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

/**
 * Watches the requests of a server from now on, so that it can be stopped without cutting any off.
 * Node's own `server.close()` is not enough: it destroys a connection whose answer has been handed
 * over but not yet read by the client, and waits for the others to be idle for 5 seconds.
 *
 * @returns what stops the server: nothing new is accepted, idle connections are closed, and the
 *   promise resolves when the last request has been answered and read, or else `patience` (ms)
 *   later with the number of requests that were cut off
 */
export function watchRequests(server: Server): (patience: number) => Promise<number> {
  const answering = new Map<Socket, Set<ServerResponse>>();
  let stopping = false;

  server.on("connection", (socket) => {
    answering.set(socket, new Set());
    socket.once("close", () => answering.delete(socket));
  });
  // First in the row, so that an answer that is given at once has been noted too.
  server.prependListener("request", ({ socket }, response) => {
    const responses = answering.get(socket);
    responses?.add(response);
    response.once("close", () => {
      responses?.delete(response);
      if (stopping && responses?.size === 0) socket.destroySoon();
    });
  });

  return async function stop(patience) {
    stopping = true;
    const stopped = new Promise((done) => NetServer.prototype.close.call(server, done));
    for (const [socket, responses] of answering) {
      if (responses.size === 0) socket.destroy();
      // The last one only: nothing after an answer that says so would be read any more.
      const last = [...responses].at(-1);
      if (last && !last.headersSent) last.setHeader("Connection", "close");
    }
    let cutOff = 0;
    const forced = setTimeout(() => {
      for (const [socket, responses] of answering) {
        cutOff += responses.size;
        socket.destroy();
      }
    }, patience);
    await stopped;
    clearTimeout(forced);
    return cutOff;
  };
}
