import { connect } from "node:net";

/** How long a printer may take to accept a label, in ms: it is in the same building. */
const timeoutMs = 5_000;

/**
 * Sends to a printer what it prints, as it is, and waits until it has taken it. The caller has made sure
 * that the address is a printer of the shop's own network. Rejects if it doesn't answer in time.
 */
export function printRaw(
  { host, port }: { host: string; port: number },
  text: string,
  waitMs = timeoutMs,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(waitMs, () => fail(new Error("The label printer did not answer in time")));
    socket.once("error", fail);
    socket.once("close", (hadError) => hadError || resolve());
    // Whatever it answers is of no use, but has to be read for the connection to end.
    socket.resume();
    socket.end(text, "latin1");
  });
}
