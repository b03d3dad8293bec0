import type { IncomingMessage, RequestListener } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "pino";

/**
 * Maximum requests in flight per connection. Browsers and proxies wait for each response; but
 * HTTP/1.1 has pipelining (RFC 9112, section 9.3.2), and Node would start thousands in one turn.
 */
const mostInFlight = 32;

/** A registered name, an IPv4 address or a bracketed IPv6 one, each with or without a port. */
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Admits a request unless it is malformed or one of far too many: without exactly one valid `Host`
 * the response is 400 (RFC 9112, section 3.2), and a connection with more than `mostInFlight`
 * unanswered requests gets only their responses, and is closed.
 */
export function admit(answer: RequestListener, log: Logger): RequestListener {
  const inFlight = new WeakMap<Socket, number>();
  const ending = new WeakSet<Socket>();

  return (request, response) => {
    const { socket } = request;
    // Don't process requests whose response cannot be sent: the connection closes first.
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
  // `headers` only has the first one.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts === 1;
}
