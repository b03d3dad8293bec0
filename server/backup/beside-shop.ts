import { type Config, parseConfig } from "#server/config.ts";
import { factsOf } from "#server/log.ts";
import { tell } from "./runs.ts";

/**
 * Runs the work of a process that `nightly-backups.ts` starts beside the shop. It ends with the
 * shop, to which it reports by messages.
 *
 * @param name of the work, for the log: "the nightly backup"
 */
export function workBesideShop(name: string, work: (config: Config) => Promise<void>): void {
  // Without the shop there is nobody to report to, and the next process starts over.
  const leave = () => process.exit(1);
  process.on("disconnect", leave);
  work(parseConfig(process.env))
    .catch((error: unknown) => {
      const message = `${name} could not go on`;
      tell({ level: "error", message, facts: { error: factsOf(error) } });
      process.exitCode = 1;
    })
    .finally(() => {
      process.off("disconnect", leave);
      process.disconnect?.();
    });
}
