import type { Config } from "./config.ts";

/**
 * Warnings for HTTPS deployments with missing settings, one log line each: settings that are not
 * wrong, but that nobody would leave out knowingly. None for a shop that is only being tried out.
 */
export function gapsIn({ siteUrl, proxies, smtpUrl }: Config): string[] {
  if (!siteUrl.startsWith("https:")) return [];
  const gaps = [];
  if (!proxies) gaps.push("TRUST_PROXY is not set: the limits count all visitors as one");
  if (!smtpUrl) gaps.push("SMTP_URL is not set: e-mails are written to files and reach nobody");
  return gaps;
}
