import { Wordmark } from "#app/components/wordmark.tsx";
import { site } from "#app/content/site.ts";

/** Who it is from, on paper only: there the bar above the page is left out. */
export function Letterhead() {
  const { street, city, region, postalCode } = site.address;
  return (
    <div className="mb-6 hidden justify-between print:flex">
      <Wordmark shortName={site.shortName} rest={site.nameSuffix} />
      <p className="text-right text-sm">
        {street}, {city}, {region} {postalCode}
        <br />
        {site.phone.display} · {site.email}
      </p>
    </div>
  );
}
