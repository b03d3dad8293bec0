import type { Shop } from "#app/content/company.ts";
import { etransferSettings, shopFrom } from "#app/domain/settings/company-settings.ts";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";

/**
 * Returns a shop with default settings.
 *
 * @param etransfers where e-transfers go, if set
 */
export function sampleShop(
  siteUrl = "https://shop.example.com",
  etransfers = etransferSettings.defaults,
): Shop {
  function get<Value extends object>({ key, defaults }: SettingsGroup<Value>): Value {
    return key === etransferSettings.key ? (etransfers as Value) : defaults;
  }
  return shopFrom(get, siteUrl);
}
