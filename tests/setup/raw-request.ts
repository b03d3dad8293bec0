import { request } from "node:http";

/** A request sent verbatim: nothing normalizes its address or headers. */
export interface RawRequest {
  method: string;
  /** With its query, as in the request line. */
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

interface RawAnswer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** Endless responses aren't read to the end. */
const endless = "text/event-stream";

/** Longer than any answer may take on a busy machine (ms). */
const patience = 60_000;

/** Sends it over a new connection; rejects if no complete answer comes in time. */
export function sendRaw(origin: string, { method, path, headers, body }: RawRequest) {
  const { host, port } = new URL(origin);
  return new Promise<RawAnswer>((done, failed) => {
    const signal = AbortSignal.timeout(patience);
    const said = { host, ...headers };
    // By IP, since many concurrent name lookups are slow.
    const to = { hostname: "127.0.0.1", port, method, path, headers: said };
    const options = { ...to, agent: false, signal };
    const sending = request(options, async (answer) => {
      const { statusCode: status = 0, headers } = answer;
      try {
        if (headers["content-type"]?.startsWith(endless)) {
          done({ status, headers, text: "" });
          sending.destroy();
          return;
        }
        let text = "";
        for await (const chunk of answer.setEncoding("utf8")) text += chunk;
        done({ status, headers, text });
      } catch (error) {
        failed(error);
      }
    });
    // A request refused early may be cut off while it is still being sent.
    sending.on("error", failed);
    sending.end(body);
  });
}
