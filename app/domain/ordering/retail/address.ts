/** How long the parts of an address may be; together they fit where it is stored. */
export const maxStreet = 380;
export const maxCity = 100;

/** What may stand after the city, without spaces: it is asked for elsewhere, or the same for everybody. */
const afterCity = /^(?:b\.?c\.?|britishcolumbia|canada|v\d[a-z][ -]?\d[a-z]\d)+$/i;

/**
 * An address as it is stored, in one line: "12 Sample Street, Abbotsford". A city that the street's line
 * ends with already is not written twice.
 */
export function joinAddress(street: string, city: string): string {
  const [line, town] = [oneLine(street), oneLine(city)];
  if (town === "") return line;
  const known = splitAddress(line).city.toLowerCase();
  return known === town.toLowerCase() ? line : `${line}, ${town}`;
}

/**
 * The parts of a stored address, to be changed in a form. Where its end may be something else than a city,
 * such as a unit's number, the whole of it is the street and the city is "".
 */
export function splitAddress(address: string): { street: string; city: string } {
  const parts = oneLine(address).split(", ");
  while (parts.length > 1 && afterCity.test(parts.at(-1)?.replaceAll(" ", "") ?? "")) parts.pop();
  const city = parts.at(-1) ?? "";
  if (parts.length < 2 || /\d/.test(city)) return { street: oneLine(address), city: "" };
  return { street: parts.slice(0, -1).join(", "), city };
}

/** Lines and parts, however they were set apart, with a comma and a space. */
function oneLine(typed: string): string {
  const parts = typed.split(/[\n,]/).map((part) => part.trim());
  return parts.filter((part) => part !== "").join(", ");
}
