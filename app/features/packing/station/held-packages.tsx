import { buttonClass } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import type { StationOrder } from "#app/domain/packages/packing.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";

interface HeldPackagesProps {
  order: StationOrder;
  onShow: (itemId: string) => void;
}

/** Packages whose lots were put on hold after packing, with links to them. */
export function HeldPackages({ order, onShow }: HeldPackagesProps) {
  const lines = order.lines
    .map((line) => ({ ...line, held: line.packages.filter(({ isHeld }) => isHeld) }))
    .filter(({ held }) => held.length > 0);
  const count = lines.reduce((sum, { held }) => sum + held.length, 0);
  if (count === 0 || order.status === "delivered" || order.status === "cancelled") return null;
  const isPacking = order.status === "pending";
  return (
    <Notice
      tone="error"
      className="mb-4"
      title={
        count === 1 ? "1 package is of a lot on hold" : `${count} packages are of lots on hold`
      }
    >
      <ul>
        {lines.map(({ id, productName, held }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-1">
            <span className="min-w-0">
              {held.map(({ id: packageId, netLb, lotCode, boxNumber }) => (
                <span key={packageId} className="block">
                  {productName}, {formatLb(Number(netLb))}, lot {lotCode}
                  {boxNumber !== null && `, box ${boxNumber}`}
                </span>
              ))}
            </span>
            {isPacking && (
              <button
                type="button"
                onClick={() => onShow(id)}
                aria-label={`Show them in ${productName}`}
                className={buttonClass({
                  variant: "secondary",
                  className: "min-h-14 shrink-0 px-3 text-sm whitespace-nowrap",
                })}
              >
                Show them
              </button>
            )}
          </li>
        ))}
      </ul>
      {isPacking
        ? "Void them and keep the meat apart. The order can be finished without them."
        : "Keep the boxes back, and ask the owner."}
    </Notice>
  );
}
