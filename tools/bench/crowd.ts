import autocannon from "autocannon";

/** Makes the shop trust the X-Forwarded-For of each request: limits are per visitor. */
export const behindProxy = { TRUST_PROXY: "127.0.0.0/8, ::1" };

let visitors = 0;

/** Returns headers of a request from a network not used before. */
export function someAddress(): Record<string, string> {
  visitors++;
  return {
    "x-forwarded-for": `10.${[16, 8, 0].map((bits) => (visitors >> bits) & 255).join(".")}`,
  };
}

/** Outcome of a load test: response times in ms. */
export interface Storm {
  accepted: number[];
  refused: number[];
  seconds: number;
}

export interface StormOptions {
  url: string;
  seconds: number;
  connections: number;
  /**
   * Constant request rate; by default each connection sends its next request after the response.
   */
  perSecond?: number;
  /** The request to send; by default a plain one with the sender's address. */
  setup?: (request: autocannon.Request) => autocannon.Request;
  done?: number;
}

/**
 * Sends requests as a crowd, each from another address.
 *
 * @throws when a response is neither expected nor 503, or a connection breaks
 */
export async function storm(options: StormOptions): Promise<Storm> {
  const { url, seconds, connections, perSecond, setup = fromSomebody, done = 200 } = options;
  const accepted: number[] = [];
  const refused: number[] = [];
  const others = new Set<number>();
  const crowd = { url, connections, duration: seconds, requests: [{ setupRequest: setup }] };
  const { errors } = await new Promise<autocannon.Result>((ended, failed) => {
    autocannon({ ...crowd, overallRate: perSecond }, (error, result) =>
      error ? failed(error) : ended(result),
    ).on("response", (_client, status, _bytes, milliseconds) => {
      if (status === done) accepted.push(milliseconds);
      else if (status === 503) refused.push(milliseconds);
      else others.add(status);
    });
  });
  if (errors + others.size > 0) throw new Error(`${url}: ${errors} errors, ${[...others]}`);
  return { accepted, refused, seconds };
}

function fromSomebody(request: autocannon.Request): autocannon.Request {
  return { ...request, headers: { ...request.headers, ...someAddress() } };
}
