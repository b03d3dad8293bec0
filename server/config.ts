import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import type { BlockList } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import {
  maxPasswordLength,
  minPasswordLength,
} from "#app/domain/accounts/credentials/password-length.ts";
import type { StripeSettings } from "#app/domain/payments/provider/stripe-provider.server.ts";
import type { S3Settings } from "#app/domain/pictures/storage/image-bucket.server.ts";
import type { TwilioSettings } from "#app/domain/texts/twilio-sender.server.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { parseProxies } from "./edge/trusted-proxies.ts";

const flag = z.enum(["0", "1"], "must be 0 or 1").transform((value) => value === "1");
const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .refine((number) => number >= least && number <= most, error);
};
const port = wholeNumber(0, 65_535);
const password = z
  .string()
  .min(minPasswordLength, `must have at least ${minPasswordLength} characters`)
  .max(maxPasswordLength);

/** Pages, links and forms use root-relative URLs. */
const origin = z
  .url({ protocol: /^https?$/, error: "must be an http or https address", abort: true })
  .refine((address) => /^https?:\/\/[^/?#@]+\/?$/i.test(address), {
    error: "must be an address without a path, as in https://your.shop: the shop is at its root",
  });

const dollars = z
  .string()
  .regex(/^\d{1,5}(\.\d{1,2})?$/, "must be dollars, as in 50 or 49.50")
  .transform(toCents);

const smtpForm =
  "must be smtp://user:password@host:587 or smtps://user:password@host:465 (user and password where the server wants them, with %40 for an @ in them)";

/** Nodemailer treats an invalid URL as localhost, or as another server. */
const smtpUrl = z.string().refine((text) => {
  const parts =
    /^smtps?:\/\/(?:[^\s@/?#]+@)?([^\s@/?#:]+|\[[\da-f:.]+\])(?::(\d{1,5}))?(?:[/?]\S*)?$/i;
  return parts.test(text) && URL.canParse(text);
}, smtpForm);

const proxies = z.string().transform((list, check) => {
  const parsed = parseProxies(list);
  if (parsed) return parsed;
  check.addIssue({
    code: "custom",
    message: "must be addresses or networks, as in 127.0.0.1,10.0.0.0/8",
  });
  return z.NEVER;
});

/** All or none: without them, images are stored in the data folder. */
const s3Names = [
  "S3_ENDPOINT",
  "S3_REGION",
  "S3_BUCKET",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
] as const;

/** All or none: without them, no backup leaves the machine. */
const backupS3Names = [
  "BACKUP_S3_ENDPOINT",
  "BACKUP_S3_REGION",
  "BACKUP_S3_BUCKET",
  "BACKUP_S3_ACCESS_KEY_ID",
  "BACKUP_S3_SECRET_ACCESS_KEY",
  "BACKUP_PASSPHRASE",
] as const;

/** All or none: without them, nobody can pay by card. */
const stripeNames = [
  "STRIPE_SECRET_KEY",
  "STRIPE_PUBLISHABLE_KEY",
  "STRIPE_WEBHOOK_SECRET",
] as const;

/** All or none: without them, no text messages are sent. */
const twilioNames = ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"] as const;

const inWords = (names: string[]) => new Intl.ListFormat("en-CA").format(names);

/** Most services other than AWS have no regions; the bucket is named after its folder. */
const s3Defaults = { S3_REGION: "us-east-1", S3_BUCKET: "photos" };
const backupS3Defaults = { BACKUP_S3_REGION: "us-east-1", BACKUP_S3_BUCKET: "backups" };

const endpoint = z.url({
  protocol: /^https?$/,
  error: "must be an http or https address",
});

const leastPassphrase = 20;

const environment = z
  .object({
    NODE_ENV: z
      .enum(["development", "production", "test"], "must be development, production or test")
      .default("production"),
    PORT: port.default(3000),
    HOST: z.string().default("127.0.0.1"),
    SITE_URL: origin.optional(),
    TRUST_PROXY: proxies.optional(),
    METRICS_PORT: port.optional(),
    DATA_DIR: z.string().default(".data"),
    BACKUP_DIR: z.string().optional(),
    BACKUP_HOUR: wholeNumber(0, 23).default(3),
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: "must start with postgres://" })
      .optional(),
    DATABASE_DIRECT_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: "must start with postgres://" })
      .optional(),
    AUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
    ADMIN_EMAIL: z.email("must be an email address").default("admin@example.com"),
    ADMIN_PASSWORD: password.optional(),
    DEMO: flag.optional(),
    DEMO_PASSWORD: password.optional(),
    SAMPLE: z.enum(["business", "small"], "must be business or small").default("business"),
    SAMPLE_ZONES: flag.optional(),
    OFFLINE_ORDERS: flag.default(true),
    SMTP_URL: smtpUrl.optional(),
    EMAIL_CONFIRMATION: flag.default(false),
    EMAIL_CONFIRMATION_TO_ORDER: flag.optional(),
    MIN_ORDER: dollars.default(50_00),
    S3_ENDPOINT: endpoint.optional(),
    S3_REGION: z.string().optional(),
    S3_BUCKET: z.string().optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    BACKUP_S3_ENDPOINT: endpoint.optional(),
    BACKUP_S3_REGION: z.string().optional(),
    BACKUP_S3_BUCKET: z.string().optional(),
    BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
    BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
    // An attacker who has the bucket can guess without limit.
    BACKUP_PASSPHRASE: z
      .string()
      .min(leastPassphrase, `must have at least ${leastPassphrase} characters`)
      .optional(),
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^[rs]k_(test|live)_\S+$/, "must start with sk_test_ or sk_live_")
      .optional(),
    STRIPE_PUBLISHABLE_KEY: z
      .string()
      .regex(/^pk_(test|live)_\S+$/, "must start with pk_test_ or pk_live_")
      .optional(),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_\S+$/, "must start with whsec_")
      .optional(),
    // For our tests, whose fake Stripe listens there.
    STRIPE_API_URL: z
      .url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/, error: "must be http://127.0.0.1" })
      .optional(),
    TWILIO_ACCOUNT_SID: z
      .string()
      .regex(/^AC[0-9a-f]{32}$/i, "must be AC and 32 digits")
      .optional(),
    TWILIO_AUTH_TOKEN: z.string().optional(),
    TWILIO_FROM: z
      .string()
      .regex(
        /^(\+1\d{10}|MG[0-9a-f]{32})$/i,
        "must be a number, as in +16045550100, or MG and 32 digits",
      )
      .optional(),
    // For our tests, like Stripe's.
    TWILIO_API_URL: z
      .url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/, error: "must be http://127.0.0.1" })
      .optional(),
  })
  .superRefine((env, context) => {
    const missing = twilioNames.filter((name) => !env[name]);
    if (missing.length === 0 || missing.length === twilioNames.length) return;
    const message = `${missing.length > 1 ? "are" : "is"} required with the other Twilio settings`;
    context.addIssue({ code: "custom", path: [inWords(missing)], message });
  })
  .refine((env) => !env.DATABASE_URL || env.AUTH_SECRET, {
    path: ["AUTH_SECRET"],
    error: "is required with DATABASE_URL, so that every process signs sessions alike",
  })
  .refine((env) => !env.DATABASE_DIRECT_URL || env.DATABASE_URL, {
    path: ["DATABASE_URL"],
    error: "is required with DATABASE_DIRECT_URL, the same database without a pooler",
  })
  .superRefine((env, context) => {
    if (s3Names.every((name) => !env[name])) return;
    const missing = s3Names.filter((name) => !env[name] && !(name in s3Defaults));
    if (missing.length === 0) return;
    const message = `${missing.length > 1 ? "are" : "is"} required with the other S3 settings`;
    context.addIssue({ code: "custom", path: [inWords(missing)], message });
  })
  .superRefine((env, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (backupS3Names.every((name) => !env[name])) return;
    const missing = backupS3Names.filter((name) => !env[name] && !(name in backupS3Defaults));
    if (missing.length > 0) {
      const words = `${missing.length > 1 ? "are" : "is"} required with the other settings of a bucket for backups`;
      refuse(inWords(missing), words);
    }
    if (env.BACKUP_DIR === "0") {
      refuse("BACKUP_DIR", "must not be 0 with a bucket for backups: they are made there first");
    }
    const { S3_BUCKET: images = s3Defaults.S3_BUCKET } = env;
    const { BACKUP_S3_BUCKET: backups = backupS3Defaults.BACKUP_S3_BUCKET } = env;
    if (env.S3_ENDPOINT === env.BACKUP_S3_ENDPOINT && images === backups) {
      refuse("BACKUP_S3_BUCKET", "must not be the bucket of the images");
    }
  })
  .superRefine((env, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (stripeNames.every((name) => !env[name])) return;
    const missing = stripeNames.filter((name) => !env[name]);
    if (missing.length > 0) {
      const words = `${missing.length > 1 ? "are" : "is"} required with the other Stripe settings`;
      refuse(inWords(missing), words);
      return;
    }
    const isLive = env.STRIPE_SECRET_KEY?.includes("_live_");
    if (isLive !== env.STRIPE_PUBLISHABLE_KEY?.includes("_live_")) {
      refuse(
        "STRIPE_PUBLISHABLE_KEY",
        "must be of the same mode as STRIPE_SECRET_KEY, test or live",
      );
    }
    if (!isLive) return;
    if (!env.SITE_URL?.startsWith("https:")) {
      refuse("SITE_URL", "must be an https address with a live STRIPE_SECRET_KEY");
    }
    if (env.STRIPE_API_URL) refuse("STRIPE_API_URL", "must not be set with a live key");
  });

export interface BackupS3 extends S3Settings {
  passphrase: string;
}

export interface Config {
  mode: "development" | "production" | "test";
  port: number;
  host: string;
  /** Public origin without a trailing slash. */
  siteUrl: string;
  /** SITE_URL is not set: requests may come from any loopback name. */
  loopback: boolean;
  proxies?: BlockList | undefined;
  metricsPort?: number | undefined;
  dataDir: string;
  backupDir?: string | undefined;
  /** When they are made, Pacific time. */
  backupHour: number;
  databaseUrl?: string;
  /**
   * The same database without the pooler of `databaseUrl`, for LISTEN, migrations, backups and
   * restores. Undefined if `databaseUrl` keeps sessions, so that everything uses it.
   */
  databaseDirectUrl?: string;
  authSecret?: string;
  adminEmail: string;
  adminPassword?: string;
  /** New accounts must confirm their address before they can be used. */
  emailConfirmation: boolean;
  /** New accounts must confirm their address before they can order. */
  needsConfirmedEmail: boolean;
  /** Minimum order in cents; 0 for none. */
  minOrderCents: number;
  /** Undefined: only if the embedded database is new. */
  demo?: boolean;
  demoPassword?: string;
  /** The content of a new shop with a demo client: a business in mid-week, or only that client. */
  sample: "business" | "small";
  isPublic: boolean;
  /** Adds sample delivery zones to a new shop; undefined: if it has the demo client. */
  sampleZones?: boolean;
  /** True if phones cache the order form for use offline. */
  offlineOrders: boolean;
  /** Undefined: mail is written to files in the data folder. */
  smtpUrl?: string;
  /** Undefined: images are stored in the data folder. */
  s3?: S3Settings;
  /** Where backups are uploaded, encrypted with the passphrase; undefined for nowhere. */
  backupS3?: BackupS3 | undefined;
  stripe?: StripeSettings;
  twilio?: TwilioSettings | undefined;
}

/** Invalid settings; the message is one line a person can act on. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Reads the process's settings from its environment (docs/running.md, "Settings"). An empty value
 * counts as unset, as `.env` files and service managers write them.
 *
 * @throws ConfigError naming every invalid setting
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const result = environment.safeParse(set);
  if (!result.success) {
    const wrong = result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new ConfigError(`Invalid settings: ${wrong.join("; ")}`);
  }
  const parsed = result.data;
  return {
    mode: parsed.NODE_ENV,
    port: parsed.PORT,
    host: parsed.HOST,
    siteUrl: new URL(parsed.SITE_URL ?? `http://localhost:${parsed.PORT}`).origin,
    loopback: parsed.SITE_URL === undefined,
    proxies: parsed.TRUST_PROXY,
    metricsPort: parsed.METRICS_PORT,
    dataDir: parsed.DATA_DIR,
    backupDir: backupDirOf(parsed),
    backupHour: parsed.BACKUP_HOUR,
    databaseUrl: parsed.DATABASE_URL,
    databaseDirectUrl: parsed.DATABASE_DIRECT_URL,
    authSecret: parsed.AUTH_SECRET,
    adminEmail: parsed.ADMIN_EMAIL.toLowerCase(),
    adminPassword: parsed.ADMIN_PASSWORD,
    emailConfirmation: parsed.EMAIL_CONFIRMATION,
    // Without mail, nobody could confirm.
    needsConfirmedEmail: parsed.EMAIL_CONFIRMATION_TO_ORDER ?? parsed.SMTP_URL !== undefined,
    minOrderCents: parsed.MIN_ORDER,
    demo: parsed.DEMO,
    demoPassword: parsed.DEMO_PASSWORD,
    sample: parsed.SAMPLE,
    isPublic: parsed.SITE_URL !== undefined && !isLoopbackName(new URL(parsed.SITE_URL).hostname),
    sampleZones: parsed.SAMPLE_ZONES,
    offlineOrders: parsed.OFFLINE_ORDERS,
    smtpUrl: parsed.SMTP_URL,
    s3: s3Of(parsed),
    backupS3: backupS3Of(parsed),
    stripe: stripeOf(parsed),
    twilio: twilioOf(parsed),
  };
}

const isLoopbackName = (name: string) =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(name);

function backupDirOf({ BACKUP_DIR: folder, DATA_DIR: dataDir }: z.infer<typeof environment>) {
  return folder === "0" ? undefined : (folder ?? join(dataDir, "backups"));
}

function s3Of(env: z.infer<typeof environment>): S3Settings | undefined {
  const endpoint = env.S3_ENDPOINT;
  const accessKeyId = env.S3_ACCESS_KEY_ID;
  const secretAccessKey = env.S3_SECRET_ACCESS_KEY;
  if (!endpoint || !accessKeyId || !secretAccessKey) return undefined;
  const { S3_REGION: region = s3Defaults.S3_REGION, S3_BUCKET: bucket = s3Defaults.S3_BUCKET } =
    env;
  return { endpoint, region, bucket, accessKeyId, secretAccessKey };
}

function backupS3Of(env: z.infer<typeof environment>): BackupS3 | undefined {
  const endpoint = env.BACKUP_S3_ENDPOINT;
  const accessKeyId = env.BACKUP_S3_ACCESS_KEY_ID;
  const secretAccessKey = env.BACKUP_S3_SECRET_ACCESS_KEY;
  const passphrase = env.BACKUP_PASSPHRASE;
  if (!endpoint || !accessKeyId || !secretAccessKey || !passphrase) return undefined;
  const { BACKUP_S3_REGION: region, BACKUP_S3_BUCKET: bucket } = { ...backupS3Defaults, ...env };
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, passphrase };
}

function stripeOf(parsed: z.infer<typeof environment>): StripeSettings | undefined {
  const secretKey = parsed.STRIPE_SECRET_KEY;
  const publishableKey = parsed.STRIPE_PUBLISHABLE_KEY;
  const webhookSecret = parsed.STRIPE_WEBHOOK_SECRET;
  if (!secretKey || !publishableKey || !webhookSecret) return undefined;
  return { secretKey, publishableKey, webhookSecret, apiUrl: parsed.STRIPE_API_URL };
}

function twilioOf(parsed: z.infer<typeof environment>): TwilioSettings | undefined {
  const accountSid = parsed.TWILIO_ACCOUNT_SID;
  const authToken = parsed.TWILIO_AUTH_TOKEN;
  const from = parsed.TWILIO_FROM;
  if (!accountSid || !authToken || !from) return undefined;
  return { accountSid, authToken, from, apiUrl: parsed.TWILIO_API_URL };
}

/**
 * Returns warnings for HTTPS deployments with missing settings, one log line each: not errors, but
 * nobody would omit them knowingly. None for a shop that is only being tried out.
 */
export function settingsWarnings(config: Config): string[] {
  const { siteUrl, proxies, smtpUrl, backupDir, backupS3, dataDir } = config;
  if (!siteUrl.startsWith("https:")) return [];
  const warnings = [];
  if (!proxies) warnings.push("TRUST_PROXY is not set: the limits count all visitors as one");
  if (!smtpUrl) warnings.push("SMTP_URL is not set: emails are written to files and reach nobody");
  if (!backupDir) warnings.push("BACKUP_DIR is 0: there are no nightly backups");
  else if (backupDir === join(dataDir, "backups") && !backupS3) {
    warnings.push("BACKUP_DIR is not set: backups are on the same disk as the shop");
  }
  if (backupDir && !backupS3) {
    warnings.push("BACKUP_S3_ENDPOINT is not set: backups stay on this machine");
  }
  return warnings;
}

/**
 * Returns the key that signs sessions if AUTH_SECRET is not set: made at the first start and stored
 * in the data folder, readable only by its owner. Expects that to exist and to be locked.
 */
export async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "auth-secret");
  const kept = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (kept) return kept;
  const secret = randomBytes(32).toString("base64url");
  // Renamed into place: a kill must not leave half a key that the next start would use.
  await writeFile(`${file}.new`, secret, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secret;
}
