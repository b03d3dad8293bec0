import type { StationOrder } from "#app/domain/packages/packing.ts";

const papers = [
  ["slip", "Packing slip"],
  ["boxes", "Box labels"],
  ["packs", "Pack labels"],
];

/** Links to the order's papers, each a PDF in a new tab. */
export function OrderPapers({ order }: { order: StationOrder }) {
  if (order.lines.every((line) => line.packages.length === 0)) return null;
  return (
    <p className="mt-5 flex flex-wrap gap-x-5 gap-y-3">
      {papers.map(([name, label]) => (
        <a
          key={name}
          href={`/admin/packing/${order.id}/papers/${name}.pdf`}
          target="_blank"
          rel="noreferrer"
          className="link inline-flex min-h-11 items-center"
        >
          {label}
        </a>
      ))}
    </p>
  );
}
