import { connect } from "node:net";

/** In ms; the printer is in the same building. */
const timeoutMs = 5_000;

/**
 * Sends raw data to a printer and waits until it is accepted. The caller has checked that the
 * address is a printer on the shop's own network. Rejects on a timeout.
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
    // The answer is not needed, but must be read for the connection to end.
    socket.resume();
    socket.end(text, "latin1");
  });
}
