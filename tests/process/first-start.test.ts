import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyFolder, newShop, openShop, places, usedShop } from "./own-shop.ts";
import { post, productsOn, sessionOf, signedIn, signIn, visit } from "./visit.ts";

/** The place with the fastest first start. */
const quickest = "by address";

function shownPassword(stdout: string, email: string): string {
  const password = new RegExp(`${email} +(\\S+)$`, "m").exec(stdout)?.[1];
  if (!password) throw new Error(`No password of ${email} in:\n${stdout}`);
  return password;
}

describe.each(places)("%s", (place) => {
  test("the first start creates the accounts, and shows their passwords once", async () => {
    const generated = { ADMIN_PASSWORD: "", DEMO_PASSWORD: "", DEMO: "1" };
    const settings = { ...(await newShop(place)), ...generated };
    const first = await openShop(settings);
    expect(first.url).toBe(`http://localhost:${settings.PORT}`);
    expect(productsOn((await visit(first.url, "/shop")).text)).toBe(42);

    const said = first.stdout();
    const admin = { ...first.admin, password: shownPassword(said, first.admin.email) };
    const demo = { ...first.demo, password: shownPassword(said, first.demo.email) };
    const adminCookie = await signedIn(first.url, admin);
    expect(await sessionOf(first.url, adminCookie)).toMatchObject({
      user: { email: admin.email },
      profile: { isAdmin: true },
      isAdmin: true,
      isImageEditor: true,
    });
    const demoCookie = await signedIn(first.url, demo);
    expect(await sessionOf(first.url, demoCookie)).toMatchObject({
      user: { email: demo.email },
      profile: { companyName: "Sample Bistro (demo)", isAdmin: false },
      isAdmin: false,
      isImageEditor: false,
    });
    await first.stop();
    for (const { password } of [admin, demo]) {
      expect(JSON.stringify(first.log())).not.toContain(password);
      expect(first.stdout().split(password)).toHaveLength(2);
    }
    expect(first.stderr()).toBe("");
    expect(first.log().filter(({ level }) => level > 30)).toEqual([]);

    // A session survives the restart.
    const second = await openShop(settings);
    expect(second.stdout()).not.toMatch(/password|example\.com/);
    expect(await sessionOf(second.url, adminCookie)).toMatchObject({
      user: { email: admin.email },
    });
    await signedIn(second.url, demo);
  });

  test("a password in the settings does not replace that of an existing account", async () => {
    const settings = await usedShop(place);
    const shop = await openShop({ ...settings, ADMIN_PASSWORD: "another one entirely" });
    await signedIn(shop.url, shop.admin);
  });

  test("nobody can sign in without the password, or sign up yet", async () => {
    const shop = await openShop(await usedShop(place));
    const guess = { ...shop.admin, password: "not the password" };
    expect((await signIn(shop.url, guess)).status).toBe(401);
    const stranger = { email: "stranger@example.com", password: "long enough, surely" };
    const signUp = await post(shop.url, "/api/auth/sign-up/email", {
      ...stranger,
      name: "Someone",
    });
    expect(signUp.ok).toBe(false);
    expect((await signIn(shop.url, stranger)).status).toBe(401);
    expect(await sessionOf(shop.url)).toBeNull();
    expect(await sessionOf(shop.url, "shop.session_token=made.up")).toBeNull();
  });
});

test("passwords from the settings are used, and never shown or logged", async () => {
  const settings = await newShop(quickest);
  const shop = await openShop({ ...settings, DEMO: "1" });
  await signedIn(shop.url, shop.admin);
  await signedIn(shop.url, shop.demo);
  await shop.stop();
  const written = shop.stdout() + shop.stderr();
  expect(written).not.toContain("password");
  expect(written).not.toContain(shop.admin.password);
  expect(written).not.toContain(shop.demo.password);
});

test("DEMO=0 creates a shop without the demo client", async () => {
  const settings = await newShop(quickest);
  const shop = await openShop({ ...settings, DEMO: "0", ADMIN_PASSWORD: "", DEMO_PASSWORD: "" });
  expect(shop.stdout()).toContain(shop.admin.email);
  expect(shop.stdout()).not.toContain(shop.demo.email);
  expect((await signIn(shop.url, shop.demo)).status).toBe(401);
});

test("a shop on https lists its missing settings in the first lines of its log", async () => {
  const settings = await usedShop(quickest);
  const bare = await openShop({ ...settings, SITE_URL: "https://shop.example" });
  const first = bare.log().slice(0, 2);
  expect(first.map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/^TRUST_PROXY is not set/),
    expect.stringMatching(/^SMTP_URL is not set/),
  ]);
});

test("only their owner may read the data folder and the key that signs sessions", async () => {
  const { DATA_DIR, ...settings } = await newShop();
  const folder = join(DATA_DIR, "made", "here");
  await openShop({ ...settings, DATA_DIR: folder });
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, "auth-secret"))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["auth-secret", "backups", "db", "lock", "photos"]);
});

test("a start that can't store its compile cache opens without a message", async () => {
  const file = join(await emptyFolder(), "file");
  await writeFile(file, "");
  const shop = await openShop({ ...(await usedShop()), NODE_COMPILE_CACHE: join(file, "v8") });
  await shop.stop();
  expect(shop.stderr()).toBe("");
  expect(shop.log().filter(({ level }) => level > 30)).toEqual([]);
});
