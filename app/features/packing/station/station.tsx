import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { orderNumber } from "#app/features/orders/order.ts";
import type { StationOrder } from "../packing.ts";
import { ScalePanel } from "../scale/scale-panel.tsx";
import type { ScanRule } from "../scan/scan-rules.ts";
import { CurrentLine, LineDetails } from "./current-line.tsx";
import { LineList } from "./line-list.tsx";
import { NumberPad } from "./number-pad.tsx";
import { StationQuestion } from "./station-question.tsx";
import { useScanner } from "./use-scanner.ts";
import { type Station as StationState, useStation } from "./use-station.ts";

interface StationProps {
  order: StationOrder;
  rules: readonly ScanRule[];
  standIns: readonly string[];
  today: string;
  /** What can be added or sent instead. */
  products: { id: string; name: string; soldBy: "lb" | "piece" }[];
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
  const [text, setText] = useState("");
  const [isFinding, setFinding] = useState(false);
  const isLive = useHydrated();
  useScanner(field, station.scan);
  useKeptFocus(field, station);

  function press(event: React.KeyboardEvent<HTMLInputElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      setText("");
      setFinding(false);
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
      if (found && wanted !== "") station.choose(found.id);
      setFinding(false);
    } else {
      station.enter(text);
    }
    setText("");
  }

  const { order, lines, current, message } = station;
  if (order.status !== "pending") return <Finished {...{ order, station, seesOrders }} />;
  return (
    <div className="mt-4 grid grid-cols-1 gap-x-6 gap-y-4 [grid-template-areas:'head''pad''detail''lines'] md:grid-cols-[minmax(0,1fr)_17rem] md:grid-rows-[auto_1fr] md:[grid-template-areas:'head_pad''detail_pad''lines_lines'] xl:grid-cols-[16rem_minmax(0,1fr)_17rem] xl:[grid-template-areas:'lines_head_pad''lines_detail_pad']">
      <div className="[grid-area:lines]">
        <LineList
          lines={lines}
          current={current}
          filter={isFinding ? text : ""}
          onChoose={(id) => {
            station.choose(id);
            field.current?.focus();
          }}
        />
      </div>
      <div className="min-w-0 [grid-area:head]">
        <Connection station={station} />
        {current && <CurrentLine station={station} line={current} />}
      </div>
      <div className="min-w-0 [grid-area:detail]">
        {current && <LineDetails station={station} line={current} />}
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
          onType={(character) => {
            setText((before) => before + character);
            field.current?.focus();
          }}
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

/** The field keeps the focus, so that a scanner always has a place; dialogs and fields may take it. */
function useKeptFocus(field: React.RefObject<HTMLInputElement | null>, { question }: StationState) {
  const isAsked = question?.kind === "lot" || question?.kind === "add" || question?.kind === "over";
  useEffect(() => {
    if (!isAsked) field.current?.focus({ preventScroll: true });
  }, [field, isAsked]);
}

function Commands({ station, onFind }: { station: StationState; onFind: () => void }) {
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

function Connection({ station }: { station: StationState }) {
  const { connection, waiting, refusals } = station;
  const count = waiting.length === 1 ? "1 entry waits" : `${waiting.length} entries wait`;
  return (
    <>
      {connection === "lost" && (
        <Notice
          tone="info"
          title="No network"
          className="mb-4"
          action={
            <button
              type="button"
              onClick={station.retryNow}
              className={buttonClass({ variant: "secondary" })}
            >
              Send now
            </button>
          }
        >
          {count} here and will be sent in order. Go on packing.
        </Notice>
      )}
      {connection === "signed out" && (
        <Notice tone="error" title="You are signed out" className="mb-4">
          {count} here.{" "}
          <Link to={`/login?next=/admin/packing/${station.order.id}`} className="link">
            Sign in
          </Link>{" "}
          and come back to this order.
        </Notice>
      )}
      {refusals.map((refusal, index) => (
        <Notice
          // Refusals have no other identity, and are only ever taken away.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          tone="error"
          title={refusal.message}
          className="mb-4"
          action={
            <button
              type="button"
              onClick={() => station.forget(refusal)}
              className={buttonClass({ variant: "secondary" })}
            >
              I have seen it
            </button>
          }
        >
          {inWords(refusal.op, station)}
        </Notice>
      ))}
    </>
  );
}

/** What was not done, so that it can be done again. */
function inWords(op: StationState["refusals"][number]["op"], { lines }: StationState): string {
  const nameOf = (id: string) => lines.find((line) => line.id === id)?.productName ?? "a line";
  if (op.kind === "package") return `Not added: ${op.value} ${op.unit} to ${nameOf(op.itemId)}.`;
  if (op.kind === "finish") return `Not marked as done: ${nameOf(op.itemId)}.`;
  if (op.kind === "void") return "A package was not taken back.";
  return "Nothing was changed.";
}

/** The order's papers, each as a PDF in a tab of its own. */
function Papers({ order }: { order: StationOrder }) {
  const papers = [
    ["slip", "Packing slip"],
    ["boxes", "Box labels"],
    ["packs", "Pack labels"],
  ];
  if (order.boxCount === 0) return null;
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
  const isDone = order.status === "fulfilled" || order.status === "delivered";
  return (
    <div className="mt-6 max-w-2xl">
      <Connection station={station} />
      <Notice
        tone={isDone ? "success" : "info"}
        title={
          isDone
            ? `Order ${orderNumber(order.id)} is finished`
            : `Order ${orderNumber(order.id)} was cancelled`
        }
        action={
          <>
            <Link to="/admin/packing" className={buttonClass()}>
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
          ? `${order.invoiceNumber} was issued, and the client is told by e-mail.`
          : "Nothing was invoiced."}
      </Notice>
      <Papers order={order} />
    </div>
  );
}
