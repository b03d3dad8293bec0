import { timeInWords } from "#app/domain/delivery/days.ts";

/** "imageUrl", "image url" and "image_url" → "Image url". */
export function asSentence(name: string): string {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/[\s_-]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

type Entry = Record<string, unknown>;

const known: { names: string[]; inWords: (entry: Entry) => string }[] = [
  { names: ["href", "name"], inWords: ({ name, href }) => `${name}: ${href}` },
  { names: ["days", "hours"], inWords: ({ days, hours }) => `${days}: ${hours}` },
  {
    names: ["closes", "days", "opens"],
    inWords: ({ days, opens, closes }) =>
      `${structureInWords(days)}: ${time(opens)} to ${time(closes)}`,
  },
];

const time = (value: unknown) =>
  /^\d\d:\d\d$/.test(String(value)) ? timeInWords(String(value)) : String(value);

/** Words a logged value: "Monday, Friday: 8 a.m. to 5 p.m.; Saturday: by appointment". */
export function structureInWords(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) {
    const isPlain = value.every((one) => typeof one !== "object" || one === null);
    return value
      .map(structureInWords)
      .filter(Boolean)
      .join(isPlain ? ", " : "; ");
  }
  const entry: Entry = { ...value };
  const names = Object.keys(entry).sort().join();
  const own = known.find((one) => one.names.join() === names);
  if (own) return own.inWords(entry);
  return Object.entries(entry)
    .flatMap(([name, part]) => {
      const words = structureInWords(part);
      return words === "" ? [] : [`${asSentence(name).toLowerCase()} ${words}`];
    })
    .join(", ");
}
