import type { SampleDay, SampleFile } from "#server/sample/sample-file.ts";

/** Returns differences of row counts and column sums by morning; random ids are ignored. */
export function differencesOf(one: SampleFile, other: SampleFile): string[] {
  const found: string[] = [];
  for (const [at, day] of one.days.entries()) {
    const [here, there] = [figuresOf(day), figuresOf(other.days[at])];
    for (const name of new Set([...here.keys(), ...there.keys()])) {
      const [was, is] = [here.get(name) ?? "none", there.get(name) ?? "none"];
      if (was !== is) found.push(`day ${day.day}, ${name}: ${was} and ${is}`);
    }
  }
  return found;
}

function figuresOf(day: SampleDay | undefined): Map<string, string> {
  const figures = new Map<string, string>();
  for (const { name, columns, rows } of day?.tables ?? []) {
    const lines = rows.split("\n").filter(Boolean);
    figures.set(name, `${lines.length} rows`);
    const cells = lines.map((line) => line.split("\t"));
    for (const [at, column] of columns.entries()) {
      const values = cells.map((row) => row[at] ?? "").filter((value) => value !== "\\N");
      if (values.length === 0 || !values.every((value) => /^-?\d+(\.\d+)?$/.test(value))) continue;
      const sum = values.reduce((all, value) => all + Math.round(Number(value) * 100), 0);
      figures.set(`${name}.${column}`, (sum / 100).toFixed(2));
    }
  }
  return figures;
}
