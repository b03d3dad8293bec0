import "./server/node-env.ts";
import { createServer } from "node:http";
import { connect } from "./db/connect.ts";
import { newAccounts, openAt } from "./server/announce.ts";
import { parseConfig } from "./server/config.ts";
import { listen } from "./server/listen.ts";
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
  // Told at once: they are kept nowhere else, and what follows may fail.
  process.stdout.write(newAccounts(credentials));

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
  const port = await listen(server, config.port, config.host);
  // Port 0 asks for any free one, so what is told is where the server really listens.
  const address = config.port === port ? config.siteUrl : `http://${config.host}:${port}`;
  process.stdout.write(openAt(address));
}

start().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  if (process.env.NODE_ENV === "development") process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
