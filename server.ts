import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "./db/connect.ts";
import { announcement } from "./server/announce.ts";
import { parseConfig } from "./server/config.ts";
import { loadBuiltApp, loadDevelopmentApp } from "./server/load-app.ts";
import { createLog } from "./server/log.ts";
import { keptSecret } from "./server/secret.ts";
import { seedShop } from "./server/seed-shop.ts";
import { stopOnSignal } from "./server/stop.ts";

/** The process: settings, database, application, listen. A start that fails says why in one line. */
async function start() {
  const config = parseConfig(process.env);
  const log = createLog();
  const connection = await connect({ ...config, log });
  const credentials = await seedShop(connection, config);

  const load = config.mode === "development" ? loadDevelopmentApp : loadBuiltApp;
  const app = await load(import.meta.dirname, {
    connection,
    log,
    mode: config.mode,
    siteUrl: config.siteUrl,
    authSecret: config.authSecret ?? (await keptSecret(config.dataDir)),
    adminEmail: config.adminEmail,
  });

  const server = createServer(app.listener);
  stopOnSignal({
    server,
    log,
    async close() {
      await app.close();
      await connection.close();
    },
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(config.port, config.host, listening);
  });
  // Port 0 asks for any free one, so what is told is where the server really listens.
  const { port } = server.address() as AddressInfo;
  const address = config.port === port ? config.siteUrl : `http://${config.host}:${port}`;
  process.stdout.write(announcement({ address, credentials }));
}

start().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  if (process.env.NODE_ENV === "development") process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
