import type { ReactNode } from "react";
import { weekdayName, windowInWords } from "#app/domain/delivery/days.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";
import type { ClientSite } from "./client-record.ts";

const closedInWords = (closedOn: readonly number[]) =>
  closedOn.map((weekday) => `${weekdayName(weekday)}s`).join(" and ");

interface SiteListProps {
  sites: readonly ClientSite[];
  row: (site: { id: string; name: string }) => ReactNode;
}

/** Lists a client's sites with their address and zone. */
export function SiteList({ sites, row }: SiteListProps) {
  return (
    <ul>
      {sites.map((site) => (
        <li key={site.id} className="border-b border-rule py-3">
          {row({ id: site.id, name: site.name || site.address || "No address yet" })}
          {site.name && <p className="wrap-anywhere whitespace-pre-line">{site.address}</p>}
          <p className="text-sm text-ink-soft">
            {[
              site.postalCode ? formatPostalCode(site.postalCode) : "No postal code",
              site.postalCode && (site.zoneName ?? "no zone delivers there"),
              site.isDefault && sites.length > 1 && "orders go here unless they say otherwise",
              site.receivesFrom &&
                site.receivesTo &&
                `receives ${windowInWords({ from: site.receivesFrom, to: site.receivesTo })}`,
              site.closedOn.length > 0 && `closed on ${closedInWords(site.closedOn)}`,
            ]
              .filter(Boolean)
              .join(", ")}
          </p>
        </li>
      ))}
    </ul>
  );
}
