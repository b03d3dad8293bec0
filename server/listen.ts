import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Starts listening.
 *
 * @param setting name of the setting that chose the port
 * @returns the port: the requested one, or for 0 any free one
 * @throws Error with one line that says which setting to change
 */
export async function listen(
  server: Server,
  port: number,
  host: string,
  setting = "PORT",
): Promise<number> {
  await new Promise<void>((listening, failed) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      failed(clear(error, port, host, setting)),
    );
    server.listen(port, host, listening);
  });
  return (server.address() as AddressInfo).port;
}

function clear(error: NodeJS.ErrnoException, port: number, host: string, setting: string): Error {
  const texts: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use. Stop whatever is using it, or set ${setting} to another.`,
    EACCES: `Port ${port} is reserved for the system. Set ${setting} to one above 1023.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${host} is not an address of this machine.`,
  };
  return new Error(texts[error.code ?? ""] ?? error.message, { cause: error });
}
