import { mkdtemp, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { ConfigError, keptSecret, parseConfig, settingsWarnings } from "./config.ts";

const bucketForBackups = {
  BACKUP_S3_ENDPOINT: "https://s3.example.com",
  BACKUP_S3_ACCESS_KEY_ID: "id",
  BACKUP_S3_SECRET_ACCESS_KEY: "key",
  BACKUP_PASSPHRASE: "four words that nobody guesses",
};

test("an empty environment is a working shop on localhost:3000", () => {
  expect(parseConfig({})).toMatchObject({
    mode: "production",
    port: 3000,
    host: "127.0.0.1",
    siteUrl: "http://localhost:3000",
    loopback: true,
    emailConfirmation: false,
    minOrderCents: 50_00,
    dataDir: ".data",
    adminEmail: "admin@example.com",
    demo: undefined,
  });
});

test("proxies are addresses and networks", () => {
  const { proxies } = parseConfig({ TRUST_PROXY: "127.0.0.1, 10.0.0.0/8" });
  expect(proxies?.check("10.1.2.3")).toBe(true);
  expect(proxies?.check("203.0.113.7")).toBe(false);
  expect(parseConfig({}).proxies).toBeUndefined();
  expect(() => parseConfig({ TRUST_PROXY: "nginx" })).toThrow(/TRUST_PROXY must be addresses/);
});

test("metrics are off unless a port is set", () => {
  expect(parseConfig({}).metricsPort).toBeUndefined();
  expect(parseConfig({ METRICS_PORT: "9100" }).metricsPort).toBe(9100);
});

test("accounts must confirm their address before they order if mail can be sent, unless set otherwise", () => {
  const needed = (env: Record<string, string>) => parseConfig(env).needsConfirmedEmail;
  const smtp = { SMTP_URL: "smtp://mail.example.com" };
  expect(needed({})).toBe(false);
  expect(needed(smtp)).toBe(true);
  expect(needed({ ...smtp, EMAIL_CONFIRMATION_TO_ORDER: "0" })).toBe(false);
  expect(needed({ EMAIL_CONFIRMATION_TO_ORDER: "1" })).toBe(true);
  expect(() => needed({ EMAIL_CONFIRMATION_TO_ORDER: "yes" })).toThrow(ConfigError);
});

const stripe = {
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_PUBLISHABLE_KEY: "pk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
};
const liveStripe = {
  ...stripe,
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  SITE_URL: "https://shop.example.com",
};

test("cards are accepted with all of Stripe's keys, of one mode", () => {
  expect(parseConfig({}).stripe).toBeUndefined();
  expect(parseConfig(stripe).stripe).toMatchObject({ secretKey: "sk_test_1" });
  expect(parseConfig(liveStripe).stripe).toMatchObject({ secretKey: "sk_live_1" });
});

test.each([
  [{ ...stripe, STRIPE_WEBHOOK_SECRET: "" }, /STRIPE_WEBHOOK_SECRET is required/],
  [
    { STRIPE_PUBLISHABLE_KEY: "pk_test_1" },
    /^Invalid settings: STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are required with the other Stripe settings$/,
  ],
  [{ STRIPE_SECRET_KEY: "sk_live_1" }, /^[^;]+ are required [^;]+$/],
  [{ ...stripe, STRIPE_SECRET_KEY: "pk_test_1" }, /STRIPE_SECRET_KEY must start with sk_test_/],
  [
    { ...stripe, STRIPE_PUBLISHABLE_KEY: "pk_live_1" },
    /STRIPE_PUBLISHABLE_KEY must be of the same/,
  ],
  [{ ...liveStripe, SITE_URL: "http://shop.example.com" }, /SITE_URL must be an https address/],
  [{ ...liveStripe, SITE_URL: "" }, /SITE_URL must be an https address/],
  [{ ...liveStripe, STRIPE_API_URL: "http://127.0.0.1:1" }, /STRIPE_API_URL must not be set/],
  [{ ...stripe, STRIPE_API_URL: "http://stripe.example.com" }, /STRIPE_API_URL/],
])("keys that don't fit together stop the start: %#", (env, message) => {
  expect(() => parseConfig(env)).toThrow(message);
});

test("an empty value is an unset one", () => {
  expect(parseConfig({ PORT: "", SITE_URL: "", DEMO: "" })).toEqual(parseConfig({}));
});

test("values are parsed", () => {
  const config = parseConfig({
    PORT: "8080",
    SITE_URL: "https://shop.example.com/",
    ADMIN_EMAIL: "Owner@Example.com",
    EMAIL_CONFIRMATION: "1",
    MIN_ORDER: "120.5",
    DEMO: "0",
    DATABASE_URL: "postgres://user:secret@pooler.example.com:6432/shop",
    DATABASE_DIRECT_URL: "postgres://user:secret@db.example.com/shop",
    AUTH_SECRET: "x".repeat(32),
    SMTP_URL: "smtp://user:secret@mail.example.com:587",
  });
  expect(config).toMatchObject({
    port: 8080,
    siteUrl: "https://shop.example.com",
    loopback: false,
    databaseDirectUrl: "postgres://user:secret@db.example.com/shop",
    emailConfirmation: true,
    minOrderCents: 120_50,
    adminEmail: "owner@example.com",
    demo: false,
    smtpUrl: "smtp://user:secret@mail.example.com:587",
  });
});

test.each([
  "smtp://mail.example.com",
  "smtps://user:p%40ss@mail.example.com:465",
  "smtp://127.0.0.1:2525/?ignoreTLS=true",
  "smtp://[::1]:25",
])("a mail server is at %s", (url) => {
  expect(parseConfig({ SMTP_URL: url }).smtpUrl).toBe(url);
});

test("a bucket needs its address and its keys; the rest has defaults", () => {
  const keys = { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
  const given = { S3_ENDPOINT: "https://s3.example.com", ...keys };
  const s3 = { endpoint: "https://s3.example.com", accessKeyId: "id", secretAccessKey: "secret" };
  expect(parseConfig(given).s3).toEqual({ ...s3, region: "us-east-1", bucket: "photos" });
  const named = { ...given, S3_REGION: "ca-central-1", S3_BUCKET: "images" };
  expect(parseConfig(named).s3).toEqual({ ...s3, region: "ca-central-1", bucket: "images" });
  expect(parseConfig({ S3_ENDPOINT: "", S3_BUCKET: "" }).s3).toBeUndefined();
});

describe("a wrong value is one clear line", () => {
  test.each([
    [{ PORT: "beef" }, /: PORT must be a whole number from 0 to 65535$/],
    [{ PORT: "70000" }, /: PORT must be a whole number from 0 to 65535$/],
    [{ BACKUP_HOUR: "24" }, /: BACKUP_HOUR must be a whole number from 0 to 23$/],
    [{ SITE_URL: "shop.example.com" }, /: SITE_URL must be an http or https address$/],
    [{ SITE_URL: "javascript:alert(1)" }, /SITE_URL must be an http or https address/],
    [
      { SITE_URL: "https://example.com/shop" },
      /^Invalid settings: SITE_URL must be an address without a path[^;]+$/,
    ],
    [{ SITE_URL: "https://example.com/?a=b" }, /SITE_URL must be an address without a path/],
    [{ SITE_URL: "https://somebody:secret@example.com" }, /SITE_URL must be an address without/],
    [{ ADMIN_EMAIL: "nobody" }, /ADMIN_EMAIL must be an email address/],
    [{ ADMIN_PASSWORD: "short" }, /ADMIN_PASSWORD must have at least 8 characters/],
    [{ DEMO: "yes" }, /: DEMO must be 0 or 1$/],
    [{ DATABASE_URL: "mysql://x/y" }, /DATABASE_URL must start with postgres:\/\//],
    [
      { DATABASE_DIRECT_URL: "postgres://x/y" },
      /DATABASE_URL is required with DATABASE_DIRECT_URL, the same database without a pooler/,
    ],
    [{ DATABASE_URL: "postgres://x/y" }, /AUTH_SECRET is required with DATABASE_URL/],
    ...[
      ...["mail.example.com:587", "smtp://", "smtp:///", "smtps://host:port", "smtp://a b@host"],
      ...["smtp://ann@example.com:secret@host", "smtp://host ", "smtp://host:99999", "http://host"],
    ].map((url): [Record<string, string>, RegExp] => [
      { SMTP_URL: url },
      /: SMTP_URL must be smtp:\/\/user:password@host:587 or smtps:\/\/user:password@host:465 [^;]+$/,
    ]),
    [{ S3_ENDPOINT: "bucket.example.com" }, /S3_ENDPOINT must be an http or https address/],
    [
      { S3_BUCKET: "photos" },
      /S3_ENDPOINT, S3_ACCESS_KEY_ID,? and S3_SECRET_ACCESS_KEY are required/,
    ],
    [
      { S3_ENDPOINT: "https://s3.example.com", S3_ACCESS_KEY_ID: "id" },
      /^Invalid settings: S3_SECRET_ACCESS_KEY is required with the other S3 settings$/,
    ],
    [
      { BACKUP_S3_ENDPOINT: "https://s3.example.com", BACKUP_S3_ACCESS_KEY_ID: "id" },
      /^Invalid settings: BACKUP_S3_SECRET_ACCESS_KEY and BACKUP_PASSPHRASE are required with/,
    ],
    [{ ...bucketForBackups, BACKUP_PASSPHRASE: "rump" }, /BACKUP_PASSPHRASE must have at least 20/],
    [{ ...bucketForBackups, BACKUP_DIR: "0" }, /BACKUP_DIR must not be 0 with a bucket/],
    [
      {
        ...bucketForBackups,
        S3_ENDPOINT: "https://s3.example.com",
        S3_BUCKET: "backups",
        S3_ACCESS_KEY_ID: "id",
        S3_SECRET_ACCESS_KEY: "key",
      },
      /: BACKUP_S3_BUCKET must not be the bucket of the images$/,
    ],
    [{ AUTH_SECRET: "short" }, /AUTH_SECRET must have at least 32 characters/],
  ])("%o", (env, message) => {
    expect(() => parseConfig(env)).toThrow(ConfigError);
    expect(() => parseConfig(env)).toThrow(message);
    expect(() => parseConfig(env)).toThrow(/^[^\n]+$/);
  });
});

describe("warnings of a live shop", () => {
  const gaps = (env: Record<string, string>) => settingsWarnings(parseConfig(env));
  const live = { SITE_URL: "https://shop.example.com" };

  test("a shop on https is warned of missing settings", () => {
    expect(gaps(live)).toEqual([
      "TRUST_PROXY is not set: the limits count all visitors as one",
      "SMTP_URL is not set: emails are written to files and reach nobody",
      "BACKUP_DIR is not set: backups are on the same disk as the shop",
      "BACKUP_S3_ENDPOINT is not set: backups stay on this machine",
    ]);
    expect(gaps({ ...whole, BACKUP_DIR: "" })).toEqual([]);
    expect(gaps({ ...live, BACKUP_DIR: "0" })).toContain(
      "BACKUP_DIR is 0: there are no nightly backups",
    );
  });

  const whole = {
    ...live,
    TRUST_PROXY: "127.0.0.1",
    SMTP_URL: "smtp://mail.example.com",
    BACKUP_DIR: "/mnt/other-disk/shop",
    ...bucketForBackups,
  };

  test.each(["TRUST_PROXY", "SMTP_URL"])("%s is warned of separately", (name) => {
    expect(gaps({ ...whole, [name]: "" })).toEqual([expect.stringMatching(`^${name} `)]);
  });

  test("a missing bucket for backups is warned of", () => {
    const without = Object.keys(bucketForBackups).map((name) => [name, ""]);
    expect(gaps({ ...whole, ...Object.fromEntries(without) })).toEqual([
      expect.stringMatching("^BACKUP_S3_ENDPOINT "),
    ]);
  });

  test("a complete shop, or one being tried out, gets no warnings", () => {
    expect(gaps(whole)).toEqual([]);
    expect(gaps({})).toEqual([]);
    expect(gaps({ SITE_URL: "http://shop.example.com" })).toEqual([]);
  });
});

describe("the kept secret", () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "shop-secret-"));
  });
  afterEach(() => removeFolder(dataDir));

  test("the key is made once, long, and readable by its owner only", async () => {
    const secret = await keptSecret(dataDir);
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(await keptSecret(dataDir)).toBe(secret);
    expect((await stat(join(dataDir, "auth-secret"))).mode & 0o777).toBe(0o600);
  });

  test("a key that cannot be read is an error, never a new key", async () => {
    await expect(keptSecret(join(dataDir, "auth-secret-is-a-file", "x"))).rejects.toThrow();
  });
});

test("text messages are sent only with all of the provider's keys", () => {
  const twilio = {
    TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
    TWILIO_AUTH_TOKEN: "secret",
    TWILIO_FROM: "+16045550100",
  };
  expect(parseConfig({}).twilio).toBeUndefined();
  expect(parseConfig(twilio).twilio).toMatchObject({ from: "+16045550100" });
  expect(() => parseConfig({ ...twilio, TWILIO_FROM: "" })).toThrow(/TWILIO_FROM is required/);
  expect(() => parseConfig({ ...twilio, TWILIO_FROM: "604" })).toThrow(
    /TWILIO_FROM must be a number/,
  );
});
