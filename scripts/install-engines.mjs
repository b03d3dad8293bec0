// Installs the browsers of `npm run test:engines`: Firefox, and WebKit with a virtual display. They
// are packages of Debian and Ubuntu, since the npm registry has neither. Plain JavaScript, as npm
// runs it on the machine's own Node.
import { spawnSync } from "node:child_process";

const packages = {
  "firefox-esr": "firefox-esr",
  WebKitWebDriver: "webkit2gtk-driver",
  Xvfb: "xvfb",
};

const run = (program, ...args) => spawnSync(program, args, { stdio: "inherit" }).status === 0;
const has = (program) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

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
    process.stderr.write(
      `The journeys in Firefox and WebKit need ${names.join(", ")} of Debian or Ubuntu.\n`,
    );
    process.exit(1);
  }
}
