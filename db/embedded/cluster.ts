import { lastLine, type Programs, runTo, type Way } from "./programs.ts";

/** The superuser. The shop connects as `shopName`, which only owns its database. */
export const superuser = "postgres";

/** The name of the shop's role and of its database. */
export const shopName = "shop";

/**
 * Creates an empty database in an empty folder owned by the `way`'s user, and syncs it to disk. It
 * has no password: whoever can reach its socket, in a folder closed to others, can connect. Text
 * sorts by code point (`C.UTF-8`, builtin: the same on every machine).
 *
 * @throws Error with a one-line message
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
    // Single-user mode exits with status 0 even after an error.
    if (/ERROR|FATAL/.test(stderr)) throw Object.assign(new Error("refused"), { stderr });
    await runTo(way, initdb, ["-D", folder, "--sync-only"]);
  } catch (error) {
    throw new Error(`Cannot create the database in ${folder}: ${lastLine(error)}`, {
      cause: error,
    });
  }
}
