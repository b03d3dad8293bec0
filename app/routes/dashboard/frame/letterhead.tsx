import { Wordmark } from "#app/components/wordmark.tsx";
import { site } from "#app/content/site.ts";

/** The company's letterhead, for print only, where the top bar is hidden. */
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
