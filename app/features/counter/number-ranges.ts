/** Maximum number of ranges that are listed one by one. */
const mostRuns = 3;

/**
 * Returns the numbers of each series: "INV-000419", "R-000008 to R-000010". Missing numbers are
 * another drawer's: "CN-000003, CN-000007", or for many "R-000001 to R-000059 (30 of these)".
 */
export function seriesOf(numbers: readonly string[]): string[] {
  const bySeries = Map.groupBy(new Set(numbers), (number) => number.replace(/\d+$/, ""));
  return [...bySeries.values()].map((own) => inWords(own.toSorted())).sort();
}

/** @param own the numbers of one series, in order */
function inWords(own: readonly string[]): string {
  const runs: string[][] = [];
  for (const number of own) {
    const run = runs.at(-1);
    if (run && positionOf(number) === positionOf(run.at(-1) ?? "") + 1) run.push(number);
    else runs.push([number]);
  }
  if (runs.length > mostRuns) return `${span(own)} (${own.length} of these)`;
  return runs.map(span).join(", ");
}

const span = (run: readonly string[]) =>
  run.length === 1 ? `${run[0]}` : `${run[0]} to ${run.at(-1)}`;

const positionOf = (number: string) => Number(/\d+$/.exec(number)?.[0]);
