import { request } from "node:http";

/** A request as it goes over the line: nothing about its address or headers is mended on the way. */
export interface RawRequest {
  method: string;
  /** With its query, as it stands in the first line. */
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

interface RawAnswer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** What never ends by itself is read no further. */
const endless = "text/event-stream";

/** As long as no answer may take, on a machine that does other things besides (ms). */
const patience = 60_000;

/** Sends it over a connection of its own; rejects when no whole answer comes in time. */
export function sendRaw(origin: string, { method, path, headers, body }: RawRequest) {
  const { host, port } = new URL(origin);
  return new Promise<RawAnswer>((done, failed) => {
    const signal = AbortSignal.timeout(patience);
    const said = { host, ...headers };
    // By its number: looking for a name's addresses takes its time where many do so at once.
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
    // What is refused before its end may be cut off while it is still being sent.
    sending.on("error", failed);
    sending.end(body);
  });
}
