/** What a part of the benchmarks has found: a table, and what must be known to read it. */
export interface Section {
  title: string;
  head: string[];
  rows: string[][];
  notes?: string[];
}

/** A section as Markdown, as it stands in docs/benchmarks.md. */
export function asMarkdown({ title, head, rows, notes = [] }: Section): string {
  const lines = [head, head.map((_, column) => (column === 0 ? "---" : "---:")), ...rows];
  const table = lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  const said = notes.map((note) => `- ${note}`).join("\n");
  return [`### ${title}`, table, said].filter(Boolean).join("\n\n");
}

/** A number for a table: whole from a hundred on, else with three digits that say something. */
export function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en-CA");
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** The value in the middle; of an even number the lower one. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value that so large a share of all is at most; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
