import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";

const module = join(import.meta.dirname, "leftover.ts");

const asNobody = ["--reuid=65534", "--regid=65534", "--clear-groups"];

/** Only root can start a process that the server's user does not own. */
const hasNamespaces =
  process.getuid?.() === 0 && spawnSync("unshare", ["--user", "true"]).status === 0;

/** Starts a stand-in for a server: run by nobody in a user namespace, with its argument. */
async function startWithin(folder: string) {
  const server = `echo; read go; exec setpriv ${asNobody.join(" ")} sh -c "echo; read end" -D "$0"`;
  const child = spawn("unshare", ["--user", "sh", "-c", server, folder], { stdio: "pipe" });
  onTestFinished(() => void child.kill());
  await once(child.stdout, "data");
  for (const map of ["uid_map", "gid_map"])
    await writeFile(`/proc/${child.pid}/${map}`, "0 0 65536");
  child.stdin.write("\n");
  await once(child.stdout, "data");
  return child.pid;
}

async function pidFound(folder: string, pid = 0) {
  await writeFile(join(folder, "postmaster.pid"), `${pid}\n${folder}\n1\n5432\n\n\n`);
  const code = `import { runningServer } from ${JSON.stringify(module)};
    console.log((await runningServer(process.argv[1]))?.pid);`;
  const node = [process.execPath, "--input-type=module", "-e", code, folder];
  return execFileSync("setpriv", [...asNobody, ...node], { encoding: "utf8" }).trim();
}

it.skipIf(!hasNamespaces)("recognizes the PID of a server in another user namespace", async () => {
  const folders = ["one", "other"].map((name) => mkdtemp(join(tmpdir(), `shop-${name}-`)));
  const [folder = "", other = ""] = await Promise.all(folders);
  onTestFinished(() => Promise.all([folder, other].map(removeFolder)).then(() => {}));
  for (const path of [folder, other]) await chmod(path, 0o755);
  const pid = await startWithin(folder);
  expect(await pidFound(folder, pid)).toBe(`${pid}`);
  expect(await pidFound(other, pid)).toBe("undefined");
});
