/** The maximum length of a whole address. */
export const maxAddress = 500;

/** Maximum lengths of its parts; joining them may add characters. */
export const maxStreet = 380;
export const maxCity = 100;

/** What may follow the city, without spaces: province, country and postal code. */
const afterCity = /^(?:b\.?c\.?|britishcolumbia|canada|v\d[a-z][ -]?\d[a-z]\d)+$/i;

/** Joins an address for storage in one line, e.g. "12 Sample Street, Abbotsford". */
export function joinAddress(street: string, city: string): string {
  const [line, town] = [oneLine(street), oneLine(city)];
  if (town === "") return line;
  const known = splitAddress(line).city.toLowerCase();
  return known === town.toLowerCase() ? line : `${line}, ${town}`;
}

/**
 * Splits a stored address for a form. If its end may not be a city, e.g. a unit number, the whole
 * address becomes the street and the city is "".
 */
export function splitAddress(address: string): { street: string; city: string } {
  const parts = oneLine(address).split(", ");
  while (parts.length > 1 && afterCity.test(parts.at(-1)?.replaceAll(" ", "") ?? "")) parts.pop();
  const city = parts.at(-1) ?? "";
  if (parts.length < 2 || /\d/.test(city)) return { street: oneLine(address), city: "" };
  return { street: parts.slice(0, -1).join(", "), city };
}

function oneLine(typed: string): string {
  const parts = typed.split(/[\n,]/).map((part) => part.trim());
  return parts.filter((part) => part !== "").join(", ");
}
