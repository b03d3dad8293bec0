import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { createServerDatabase, runOnServer } from "./server-database.ts";
import { startTestServer } from "./test-server.ts";

/** An empty database behind an address that can be made to fail. */
export interface WireDatabase {
  url: string;
  /** Runs one statement on the database directly, even while it is away for others. */
  run(statement: string): Promise<void>;
  /** Cuts every connection and refuses new ones, as if its machine went down. */
  goAway(): Promise<void>;
  /** Keeps connections open and accepts new ones, but forwards nothing. */
  fallSilent(): void;
  /** Forwards again; connections that were cut or silent stay lost. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

interface Backend {
  host: string;
  port: number;
  path: string;
  run(statement: string): Promise<void>;
  stop(): Promise<void>;
}

/** Creates a database on the server at `serverUrl`, or on a new server without one. */
export async function startWireDatabase(serverUrl?: string): Promise<WireDatabase> {
  const backend = await (serverUrl ? onServer(serverUrl) : onOwnServer());
  const gate = createGate(backend);
  const port = await gate.open(0);
  return {
    url: `postgres://shop:wire-s3cret@127.0.0.1:${port}${backend.path}`,
    run: backend.run,
    goAway: gate.close,
    fallSilent: gate.fallSilent,
    async comeBack() {
      await gate.close();
      await gate.open(port);
    },
    async stop() {
      await gate.close();
      await backend.stop();
    },
  };
}

async function onOwnServer(): Promise<Backend> {
  const server = await startTestServer();
  return { ...(await onServer(server.url)), stop: server.stop };
}

async function onServer(serverUrl: string): Promise<Backend> {
  const { url, drop } = await createServerDatabase(serverUrl);
  const { hostname, port, pathname } = new URL(url);
  return {
    host: hostname,
    port: Number(port),
    path: pathname,
    run: (statement) => runOnServer(url, statement),
    stop: drop,
  };
}

/** Makes a proxy in front of the database that can cut its connections. */
function createGate({ host, port }: Backend) {
  let server: Server | undefined;
  const sockets = new Set<Socket>();
  let isSilent = false;

  function passThrough(client: Socket) {
    if (isSilent) {
      sockets.add(client);
      return;
    }
    const backend = connect(port, host);
    for (const [from, to] of [
      [client, backend],
      [backend, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      // An orderly end passes through the pipe; on any other the other side is destroyed.
      from.on("error", () => to.destroy());
      from.once("close", () => {
        sockets.delete(from);
        if (!from.readableEnded) to.destroy();
      });
    }
  }

  return {
    async open(onPort: number): Promise<number> {
      isSilent = false;
      server = createServer(passThrough).listen(onPort, "127.0.0.1");
      await once(server, "listening");
      return (server.address() as AddressInfo).port;
    },
    fallSilent(): void {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    async close(): Promise<void> {
      const closing = server;
      if (!closing) return;
      server = undefined;
      const closed = once(closing, "close");
      closing.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
