import type { Shop } from "#app/content/company.ts";
import { shopFrom } from "#app/domain/settings/company-settings.ts";

/** The shop of an owner who has set nothing. */
export function sampleShop(siteUrl = "https://shop.example.com"): Shop {
  return shopFrom(({ defaults }) => defaults, siteUrl);
}
