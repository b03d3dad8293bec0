import { Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { lineAmount } from "#app/domain/receiving/receipt-costs.ts";
import type { Receipt, ReceiptLine } from "#app/domain/receiving/receiving.ts";
import { formatDegrees } from "#app/domain/receiving/receiving-settings.ts";
import { stockInWords } from "#app/domain/stock/stock.ts";
import { costPerLb } from "#app/lib/amounts/cost-per-lb.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { formatLb, holdLb } from "#app/lib/amounts/weight.ts";
import { formatFullDay } from "#app/lib/dates.ts";

function LotOf({ line: { lotId, lotCode } }: { line: ReceiptLine }) {
  if (!lotId) return lotCode;
  return (
    <Link to={`/admin/lots/${lotId}`} className="link">
      {lotCode}
    </Link>
  );
}

/** On narrow screens the lot is below the product, and the parts of the cost below each other. */
export function Lines({ receipt: { lines, money } }: { receipt: Receipt }) {
  return (
    <Table label="Lines">
      <thead>
        <tr>
          <Th>Product</Th>
          <Th className="hidden lg:table-cell">Lot</Th>
          <Th numeric className="hidden sm:table-cell">
            Boxes
          </Th>
          <Th numeric className={money ? undefined : "max-md:pr-0"}>
            Pounds
          </Th>
          {money && (
            <>
              <Th numeric className="hidden md:table-cell">
                Price
              </Th>
              <Th numeric className="max-md:pr-0">
                Cost
              </Th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <Th scope="row" className="max-w-60 break-words">
              {line.description}
              <span className="block text-sm font-normal lg:hidden">
                <LotOf line={line} />
              </span>
              <span className="block text-sm font-normal text-ink-soft">
                {line.temperatureC !== null && `${formatDegrees(line.temperatureC)} `}
                {line.cartons > 0 && `${line.cartons} scanned`}
              </span>
              {line.expiresOn && (
                <span className="block text-sm font-normal text-ink-soft">
                  Best before {formatFullDay(line.expiresOn)}
                </span>
              )}
              {line.slaughteredOn && (
                <span className="block text-sm font-normal text-ink-soft">
                  Killed {formatFullDay(line.slaughteredOn)}
                </span>
              )}
              {!line.isAccepted && <Badge tone="cancelled">Refused</Badge>}
              {line.reason && (
                <span className="block text-sm font-normal break-words">{line.reason}</span>
              )}
            </Th>
            <Td className="hidden max-w-40 break-words lg:table-cell">
              <LotOf line={line} />
            </Td>
            <Td numeric className="hidden sm:table-cell">
              {line.boxes || ""}
            </Td>
            <Td numeric className={money ? undefined : "max-md:pr-0"}>
              {formatLb(Number(line.lb))}
              {line.boxLbs.length > 1 && (
                <span className="block max-w-48 text-sm whitespace-normal text-ink-soft">
                  {line.boxLbs.map(Number).join(" + ")}
                </span>
              )}
              {line.pieces !== null && (
                <span className="block text-sm text-ink-soft">
                  {stockInWords(line.pieces, "pieces")}
                </span>
              )}
              {line.invoicedLb !== null && (
                <span className="block text-sm text-ink-soft max-sm:whitespace-normal">
                  invoiced {holdLb(formatLb(Number(line.invoicedLb)))}
                </span>
              )}
            </Td>
            {line.money && (
              <>
                <Td numeric className="hidden md:table-cell">
                  {lineAmount(line.money) ?? "Not entered"}
                </Td>
                <Td numeric className="max-md:pr-0">
                  <LineCost line={line} />
                </Td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Shows lines entered by mistake, as they were. */
export function RemovedLines({ lines }: { lines: Receipt["removedLines"] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 mb-2 font-semibold">Removed, and counted nowhere</h3>
      <ul className="border-t border-rule">
        {lines.map(({ position, description, lotId, lotCode, lb }) => (
          <li
            key={`${position} ${lotId ?? ""}`}
            className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-2.5 text-ink-soft"
          >
            <span className="min-w-0 break-words">
              Line {position}: {description}
              {lotId && (
                <>
                  ,{" "}
                  <Link to={`/admin/lots/${lotId}`} className="link">
                    lot {lotCode}
                  </Link>
                </>
              )}
            </span>
            <span className="tabular-nums">{formatLb(Number(lb))}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function LineCost({ line: { money, lb, isAccepted } }: { line: ReceiptLine }) {
  if (!money || money.costCents === null) {
    return (
      <span className="text-ink-soft max-sm:whitespace-normal">
        {isAccepted ? "Not known" : "Billed: not entered"}
      </span>
    );
  }
  const whole = money.costCents + money.shareCents;
  return (
    <>
      {formatCents(whole)}
      {isAccepted && (
        <span className="block text-sm text-ink-soft max-sm:whitespace-normal">
          {costPerLb(whole, lb)}
          {money.shareCents > 0 && (
            <>
              <span className="max-lg:hidden">, </span>
              <span className="max-lg:block">{formatCents(money.shareCents)} of it shared</span>
            </>
          )}
        </span>
      )}
      {(money.claimedCents ?? 0) > 0 && (
        <span className="block text-sm text-ink-soft max-sm:whitespace-normal">
          claimed {formatCents(money.claimedCents ?? 0)}
          {money.creditedCents !== null && `, credited ${formatCents(money.creditedCents)}`}
          {money.creditedReason && `: ${money.creditedReason}`}
        </span>
      )}
    </>
  );
}
