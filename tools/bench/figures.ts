import { readFile, writeFile } from "node:fs/promises";
import { cpus, release } from "node:os";
import { join } from "node:path";
import { asMarkdown, type Section } from "./section.ts";

const file = join(import.meta.dirname, "../../docs/benchmarks.md");

/** Replaces a part's results in docs/benchmarks.md, between `<!-- figures: part -->` marks. */
export async function writeFigures(part: string, sections: Section[]): Promise<void> {
  const text = await readFile(file, "utf8");
  const open = `<!-- figures: ${part} -->`;
  const [before, rest] = split(text, open);
  const [, after] = split(rest, "<!-- /figures -->");
  const figures = [machine(), ...sections.map(asMarkdown)].join("\n\n");
  await writeFile(file, `${before}${open}\n\n${figures}\n\n<!-- /figures -->${after}`);
}

/** The machine it was measured on. */
export function machine(): string {
  const [cpu] = cpus();
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, Node ${process.versions.node}, ${cpus().length} × ${cpu?.model.trim()}, ${process.platform} ${release()}.`;
}

function split(text: string, at: string): [string, string] {
  const place = text.indexOf(at);
  if (place < 0) throw new Error(`docs/benchmarks.md has no ${at}`);
  return [text.slice(0, place), text.slice(place + at.length)];
}
