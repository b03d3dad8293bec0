import { connect } from "#db/connect.ts";
import { silentLog } from "../test-log.ts";

// A separate process that opens the embedded database in the given folder, prints "open", and keeps
// it until its standard input ends. It prints errors on its standard error.

const [dataDir] = process.argv.slice(2);
if (!dataDir) throw new Error("Usage: hold-data-dir.ts <folder>");
try {
  const connection = await connect({ dataDir, log: silentLog });
  process.stdout.write("open\n");
  process.stdin.resume().on("end", () => connection.close());
} catch (error) {
  process.stderr.write(String(error));
  process.exitCode = 1;
}
