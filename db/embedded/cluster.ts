import { lastLine, type Programs, runTo, type Way } from "./programs.ts";

/** Who may do everything; the shop itself is `shopName`, who owns its database and no more. */
export const superuser = "postgres";

/** The shop's role, and its database. */
export const shopName = "shop";

/**
 * Makes an empty database in an empty folder that belongs to the way's user, and puts it on the disk.
 * Whoever reaches its socket, which is in a folder closed to others, is let in.
 *
 * The order of text is that of its code points (`C.UTF-8`, built in: the same on every machine).
 *
 * @throws Error with one clear line
 */
export async function createCluster(
  { initdb, postgres }: Programs,
  way: Way,
  folder: string,
): Promise<void> {
  const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = ["--username", superuser, "--auth=trust"];
  const options = ["--encoding=UTF8", "--no-sync", "--no-instructions"];
  const roles = `create role ${shopName} login;\ncreate database ${shopName} owner ${shopName};\n`;
  try {
    await runTo(way, initdb, ["-D", folder, ...locale, ...access, ...options]);
    const single = ["--single", "-D", folder, "-c", "fsync=off", "-c", "log_checkpoints=off"];
    const { stderr } = await runTo(way, postgres, [...single, "postgres"], roles);
    // It exits with status 0 all the same.
    if (/ERROR|FATAL/.test(stderr)) throw Object.assign(new Error("refused"), { stderr });
    await runTo(way, initdb, ["-D", folder, "--sync-only"]);
  } catch (error) {
    throw new Error(`Cannot create the database in ${folder}: ${lastLine(error)}`, {
      cause: error,
    });
  }
}
