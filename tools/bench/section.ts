export interface Section {
  title: string;
  head: string[];
  rows: string[][];
  notes?: string[];
}

/** Formats a section as Markdown, for docs/benchmarks.md. */
export function asMarkdown({ title, head, rows, notes = [] }: Section): string {
  const lines = [head, head.map((_, column) => (column === 0 ? "---" : "---:")), ...rows];
  const table = lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  const said = notes.map((note) => `- ${note}`).join("\n");
  return [`### ${title}`, table, said].filter(Boolean).join("\n\n");
}

/** Formats a number for a table: an integer from 100 on, otherwise three significant digits. */
export function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en-CA");
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** Returns the median; for an even count the lower one. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Returns the given quantile; 0 if there are no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
