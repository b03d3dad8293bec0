import type { IncomingMessage, RequestListener } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "pino";

/**
 * Requests that one connection may have in flight. Browsers and proxies send the next one when they
 * have the answer; HTTP/1.1 allows sending ahead (RFC 9112, section 9.3.2), and Node would begin
 * thousands of those before it looks up.
 */
const mostInFlight = 32;

/** A registered name, an IPv4 address or a bracketed IPv6 one, each with or without a port. */
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Lets a request through to the shop unless it is malformed or one of far too many: without exactly
 * one usable `Host` it is answered 400 (RFC 9112, section 3.2), and a connection that has more than
 * `mostInFlight` unanswered requests gets those answers, no others, and ends.
 */
export function admit(answer: RequestListener, log: Logger): RequestListener {
  const inFlight = new WeakMap<Socket, number>();
  const ending = new WeakSet<Socket>();

  return (request, response) => {
    const { socket } = request;
    // Nobody waits for an answer that cannot be sent: this connection ends before it.
    if (ending.has(socket)) return;
    const count = (inFlight.get(socket) ?? 0) + 1;
    inFlight.set(socket, count);
    response.once("close", () => inFlight.set(socket, (inFlight.get(socket) ?? 1) - 1));
    if (count === mostInFlight) {
      ending.add(socket);
      response.shouldKeepAlive = false;
      log.warn({ requests: count }, "ending a connection with too many requests in flight");
    }
    if (hasOneHost(request)) {
      answer(request, response);
      return;
    }
    log.info("refused a request without one usable Host");
    const headers = { "Content-Type": "text/plain; charset=utf-8", Connection: "close" };
    response.writeHead(400, headers).end("The Host header of this request is not valid.\n");
  };
}

function hasOneHost({ headers, rawHeaders }: IncomingMessage): boolean {
  const { host } = headers;
  if (!host || !hostForm.test(host) || !URL.canParse(`http://${host}`)) return false;
  let hosts = 0;
  // Node drops all but the first from `headers`.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts === 1;
}
