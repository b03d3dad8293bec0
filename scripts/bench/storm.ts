import autocannon from "autocannon";
import { someAddress } from "./many-visitors.ts";

/** What became of a crowd's requests: milliseconds until each answer. */
export interface Storm {
  /** Of what was done. */
  accepted: number[];
  /** Of what was turned away (503). */
  refused: number[];
  /** How long it lasted. */
  seconds: number;
}

export interface StormOptions {
  url: string;
  seconds: number;
  connections: number;
  /** Asks so often, however long answers take; without it each connection asks when it has its answer. */
  perSecond?: number;
  /** What each request sends; by default nothing but from whom it is. */
  setup?: (request: autocannon.Request) => autocannon.Request;
  /** Statuses that mean that it was done; 200 unless told. */
  done?: number;
}

/**
 * Asks as a crowd, each request from elsewhere.
 *
 * @throws when an answer is neither what is expected nor 503, or a connection breaks
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

/** The same request from another network than all before. */
export function fromSomebody(request: autocannon.Request): autocannon.Request {
  return { ...request, headers: { ...request.headers, ...someAddress() } };
}
