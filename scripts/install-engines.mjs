// Installs the browsers of `npm run test:engines` (Firefox, and WebKit with a virtual display) or,
// with the word "servers", the programs of `npm run test:rest`, which only Linux needs. They are
// packages of Debian and Ubuntu, since the npm registry has none of them. Plain JavaScript, since
// npm runs it on the machine's own Node.
import { spawnSync } from "node:child_process";

const servers = { nginx: "nginx-light", pgbouncer: "pgbouncer" };

const browsers = {
  "firefox-esr": "firefox-esr",
  WebKitWebDriver: "webkit2gtk-driver",
  Xvfb: "xvfb",
};

const isForServers = process.argv[2] === "servers";
if (isForServers && process.platform !== "linux") process.exit(0);
const packages = isForServers ? servers : browsers;

const run = (program, ...args) => spawnSync(program, args, { stdio: "inherit" }).status === 0;
const has = (program) =>
  spawnSync("sh", ["-c", `PATH=$PATH:/usr/sbin command -v ${program}`]).status === 0;

const missing = Object.keys(packages).filter((program) => !has(program));
if (missing.length > 0) {
  const names = missing.map((program) => packages[program]);
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args) =>
    run(...asRoot, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", ...args);
  process.stdout.write(`Installing ${names.join(", ")} …\n`);
  const isInstalled =
    has("apt-get") &&
    apt("update", "-q") &&
    apt("install", "-y", "-q", "--no-install-recommends", ...names);
  if (!isInstalled) {
    process.stderr.write(`These tests need ${names.join(", ")} of Debian or Ubuntu.\n`);
    process.exit(1);
  }
}
