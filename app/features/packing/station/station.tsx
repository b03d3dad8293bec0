import { useRef } from "react";
import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import type { LotToScan } from "#app/domain/lots/lots.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { judgeLine, type StationOrder } from "#app/domain/packages/packing.ts";
import type { ScanRule } from "#app/domain/packages/scan/scan-rules.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { ScalePanel } from "../scale/scale-panel.tsx";
import { BoxStrip } from "./box-strip.tsx";
import { Connection } from "./connection.tsx";
import { CurrentLine, LinePackages, LineWays } from "./current-line.tsx";
import { LineList } from "./line-list.tsx";
import { NumberPad } from "./number-pad.tsx";
import type { ProductToAdd } from "./questions/add-line.tsx";
import { StationQuestion } from "./questions/station-question.tsx";
import { isHeld } from "./station-view.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import { useScanner } from "./use-scanner.ts";
import { type Station as StationState, useStation } from "./use-station.ts";

interface StationProps {
  order: StationOrder;
  rules: readonly ScanRule[];
  standIns: readonly string[];
  today: string;
  /** The newest lots, which a scan may name. */
  lots: readonly LotToScan[];
  /** What can be added or sent instead. */
  products: ProductToAdd[];
  /** Whether the packer may open the order's page. */
  seesOrders: boolean;
}

/**
 * The packing station for one order. One field takes weights, codes and the keys: Enter adds,
 * `+` next line, `s` short, `u` undo, `/` find, `f` finish; a scan ends with Enter like typing.
 */
export function Station({ products, seesOrders, ...settings }: StationProps) {
  const station = useStation(settings);
  const field = useRef<HTMLInputElement>(null);
  const { text, setText, isFinding, setFinding } = station.fieldText;
  const isLive = useHydrated();
  useScanner(field, station.scan);
  const root = useRef<HTMLDivElement>(null);
  useKeptFocus(root, field, station);

  function press(event: React.KeyboardEvent<HTMLInputElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      // A weight that waits for a question's answer is still there after going back.
      if (isFinding) setFinding(false);
      else if (!isHeld(station.question)) setText("");
      station.ask(null);
      return;
    }
    if (event.key === "Enter") {
      event.preventDefault();
      submit();
      return;
    }
    if (text !== "" || isFinding) return;
    const command = commands[event.key.toLowerCase()];
    if (!command) return;
    event.preventDefault();
    if (command === "find") setFinding(true);
    else station[command]();
  }

  function submit() {
    if (isFinding) {
      const wanted = text.trim().toLowerCase();
      const found = station.lines.find(({ productName }) =>
        productName.toLowerCase().includes(wanted),
      );
      setFinding(false);
      if (found && wanted !== "") station.choose(found.id);
      return;
    }
    if (station.enter(text)) setText("");
  }

  function choose(id: string) {
    if (isFinding) setFinding(false);
    station.choose(id);
  }

  const { order, lines, current, message } = station;
  if (order.status !== "pending") return <Finished {...{ order, station, seesOrders }} />;
  return (
    <div
      ref={root}
      className="mt-4 grid grid-cols-1 gap-x-6 gap-y-4 [grid-template-areas:'head''pad''ways''detail''lines'] md:grid-cols-[minmax(0,1fr)_17rem] md:grid-rows-[auto_1fr] md:[grid-template-areas:'head_pad''ways_pad''detail_detail''lines_lines'] xl:grid-cols-[16rem_minmax(0,1fr)_17rem] xl:grid-rows-[auto_auto_1fr] xl:[grid-template-areas:'lines_head_pad''lines_ways_pad''lines_detail_pad']"
    >
      <div className="[grid-area:lines]">
        <LineList
          lines={lines}
          current={current}
          filter={isFinding ? text : ""}
          onChoose={choose}
        />
      </div>
      <div className="min-w-0 [grid-area:head]">
        <Connection station={station} />
        <Packer station={station} />
        {current && <CurrentLine station={station} line={current} />}
        {station.isAdding && <p className="text-title">The line is being added…</p>}
      </div>
      <div className="min-w-0 [grid-area:ways]">
        {current && <LineWays station={station} line={current} />}
      </div>
      <div className="min-w-0 [grid-area:detail]">
        {current && <LinePackages station={station} line={current} />}
        <BoxStrip station={station} />
        <Papers order={order} />
      </div>
      <div className="[grid-area:pad]">
        <label className="block">
          <span className="text-sm font-semibold text-ink-soft">
            {isFinding ? "Find a line" : `Weight in ${station.unit}, or scan`}
          </span>
          <input
            ref={field}
            value={text}
            // What is typed before the page is ready would lose its first digits.
            readOnly={!isLive}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={press}
            // The number pad below is larger than a telephone's keyboard; scanners and keyboards type.
            inputMode={isFinding ? "search" : "none"}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="done"
            className="mt-1 h-16 w-full border border-ink bg-paper-light px-4 text-right text-3xl tabular-nums"
          />
        </label>
        <p
          role="status"
          className={`mt-2 flex min-h-14 items-center border-l-4 px-3 py-2 text-[0.9375rem] font-semibold ${tones[message?.tone ?? "none"]}`}
        >
          {message?.text}
        </p>
        <StationQuestion station={station} products={products} />
        <NumberPad
          onType={(character) => setText((before) => before + character)}
          onErase={() => setText((before) => before.slice(0, -1))}
          onEnter={submit}
        />
        <ScalePanel scale={station.scale} onTake={station.takeWeight} />
        <Commands station={station} onFind={() => setFinding(true)} />
      </div>
    </div>
  );
}

const commands: Record<string, "nextLine" | "markShort" | "undo" | "askFinish" | "find"> = {
  "+": "nextLine",
  s: "markShort",
  u: "undo",
  f: "askFinish",
  "/": "find",
};

const tones = {
  ok: "border-delivered bg-delivered-tint text-delivered",
  warn: "border-pending bg-pending-tint text-pending",
  stop: "border-cancelled bg-cancelled-tint text-cancelled",
  none: "border-transparent",
};

function Commands({ station, onFind }: { station: StationState; onFind: () => void }) {
  const { current } = station;
  const isShort = current?.packState === "open" && judgeLine(current) === "under";
  const keys: [label: string, name: string, key: string, run: () => void][] = [
    ["Next", "Next line", "+", station.nextLine],
    ["Short", "Short", "S", station.markShort],
    ["Undo", "Undo", "U", station.undo],
    ["Find", "Find a line", "/", onFind],
    ["Finish", "Finish the order", "F", station.askFinish],
  ];
  return (
    <div className="mt-2 grid grid-cols-3 gap-2">
      {keys.map(([label, name, key, run]) => (
        <button
          key={key}
          type="button"
          onClick={run}
          disabled={key === "S" && !isShort}
          aria-label={name}
          aria-keyshortcuts={key}
          className={buttonClass({
            variant: key === "+" ? "primary" : "secondary",
            className: `min-h-14 px-2 ${key === "F" ? "col-span-2" : ""}`,
          })}
        >
          {label}
          <span className="text-xs opacity-70" aria-hidden="true">
            {key}
          </span>
        </button>
      ))}
    </div>
  );
}

/** Who packs, since every package says so; and the way to somebody else at the same tablet. */
function Packer({ station: { order, waiting } }: { station: StationState }) {
  return (
    <form
      method="post"
      action="/logout"
      className="mb-2 flex flex-wrap items-center justify-between gap-x-4"
    >
      <p className="min-w-0 text-sm text-ink-soft">
        Packing as <span className="font-semibold break-words text-ink">{order.packer}</span>
      </p>
      <input type="hidden" name="next" value={`/admin/packing/${order.id}`} />
      {waiting.length === 0 ? (
        <button type="submit" className="link min-h-11 cursor-pointer text-sm">
          Switch packer
        </button>
      ) : (
        <p className="min-h-11 content-center text-sm text-ink-soft">
          Switch packer once everything is sent
        </p>
      )}
    </form>
  );
}

/** The order's papers, each as a PDF in a tab of its own. */
function Papers({ order }: { order: StationOrder }) {
  const papers = [
    ["slip", "Packing slip"],
    ["boxes", "Box labels"],
    ["packs", "Pack labels"],
  ];
  if (order.lines.every((line) => line.packages.length === 0)) return null;
  return (
    <p className="mt-5 flex flex-wrap gap-3">
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

interface FinishedProps {
  order: StationOrder;
  station: StationState;
  seesOrders: boolean;
}

function Finished({ order, station, seesOrders }: FinishedProps) {
  const day = order.delivery?.day ?? pacificDay(order.placedAt);
  const isDone = order.status === "fulfilled" || order.status === "delivered";
  return (
    <div className="mt-6 max-w-2xl">
      <Connection station={station} />
      <Notice
        tone={isDone ? "success" : "info"}
        title={
          isDone
            ? `${orderName(order.number)} is finished`
            : `${orderName(order.number)} was cancelled`
        }
        action={
          <>
            <Link to={`/admin/packing?day=${day}`} className={buttonClass()}>
              Next order
            </Link>
            {seesOrders && (
              <Link
                to={`/admin/orders/${order.id}`}
                className={buttonClass({ variant: "secondary" })}
              >
                See the order
              </Link>
            )}
          </>
        }
      >
        {order.invoiceNumber
          ? order.isMailed
            ? `${order.invoiceNumber} was issued, and the client gets it by email.`
            : `${order.invoiceNumber} was issued. We can’t email this client: give them the paper.`
          : order.isMailed
            ? "Nothing was invoiced, and the client is notified by email."
            : "Nothing was invoiced. We can’t email this client: tell them."}
      </Notice>
      <Papers order={order} />
    </div>
  );
}
