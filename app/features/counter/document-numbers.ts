/** Returns the first and last number of each series: "INV-000419", "R-000008 to R-000010". */
export function seriesOf(numbers: readonly string[]): string[] {
  const bySeries = Map.groupBy(numbers, (number) => number.replace(/\d+$/, ""));
  return [...bySeries.values()]
    .map((own) => own.toSorted())
    .map((own) => (own.length === 1 ? `${own[0]}` : `${own[0]} to ${own.at(-1)}`))
    .sort();
}
