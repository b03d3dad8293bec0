import "./server/node-env.ts";
import { connect } from "./db/connect.ts";
import { createNightlyBackups } from "./server/backup/nightly-backups.ts";
import { keptSecret, parseConfig, settingsWarnings } from "./server/config.ts";
import { admit } from "./server/edge/admit.ts";
import { watchForwarding } from "./server/edge/forwarding.ts";
import { createShopServer } from "./server/http-server.ts";
import { listen } from "./server/listen.ts";
import { loadBuiltApp, loadDevelopmentApp } from "./server/load-app.ts";
import { logConsole, openLog } from "./server/log.ts";
import { startMetrics } from "./server/metrics-server.ts";
import { newAccounts, openAt } from "./server/output.ts";
import { createReadiness } from "./server/readiness.ts";
import { createSampleEnd } from "./server/sample/begin-own.ts";
import { plantSample } from "./server/sample/plant-sample.ts";
import { seedShop, seedShopImages } from "./server/seed-shop.ts";
import { stopOnSignal } from "./server/stop.ts";

/** Starts the process: settings, database, application, listen. A failed start prints one line. */
async function start() {
  const config = parseConfig(process.env);
  const { log, output } = openLog();
  // Vite's own output is for developers, and stays as it is.
  if (config.mode !== "development") logConsole(log);
  const gaps = settingsWarnings(config);
  for (const gap of gaps) log.warn(gap);
  const connection = await connect({ ...config, log });
  const credentials = [
    ...(await plantSample(connection, config, log)),
    ...(await seedShop(connection, { ...config, log })),
  ];
  // Print at once: they are stored nowhere else, and the next steps may fail.
  output.write(newAccounts(credentials));
  await seedShopImages(connection, { ...config, log });

  const measuring = await startMetrics(config.metricsPort, output.dropped);
  const server = createShopServer();
  const stopping = new AbortController();
  const options = {
    connection,
    log,
    mode: config.mode,
    siteUrl: config.siteUrl,
    loopback: config.loopback,
    authSecret: config.authSecret ?? (await keptSecret(config.dataDir)),
    adminEmail: config.adminEmail,
    emailConfirmation: config.emailConfirmation,
    gaps,
    minOrderCents: config.minOrderCents,
    needsConfirmedEmail: config.needsConfirmedEmail,
    smtpUrl: config.smtpUrl,
    dataDir: config.dataDir,
    backups: createNightlyBackups(connection.db, config, log),
    sampleEnd: createSampleEnd(connection, config),
    s3: config.s3,
    stripe: config.stripe,
    twilio: config.twilio,
    proxies: config.proxies,
    metrics: measuring?.metrics,
    readiness: createReadiness({
      db: connection.db,
      dataDir: config.dataDir,
      s3: config.s3,
      log,
      stopping: stopping.signal,
    }),
  };
  const app = await (config.mode === "development"
    ? loadDevelopmentApp(import.meta.dirname, options, server)
    : loadBuiltApp(import.meta.dirname, options));
  server.on("request", watchForwarding(config.proxies, log));
  server.on("request", admit(app.listener, log));

  stopOnSignal({
    server,
    log,
    isBehindProxy: config.proxies !== undefined,
    announce: () => stopping.abort(),
    endStreams: app.endStreams,
    async close() {
      measuring?.close();
      await app.close();
      await connection.close();
    },
  });
  const port = await listen(server, config.port, config.host);
  // Port 0 picks any free one.
  const address = config.port === port ? config.siteUrl : `http://${config.host}:${port}`;
  output.write(openAt(address));
}

start().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  if (process.env.NODE_ENV === "development") process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
