import { type ReactNode, useRef, useState } from "react";
import { useScanner } from "#app/components/use-scanner.ts";
import type { LotToScan } from "#app/domain/lots/lots.ts";
import type { StationOrder } from "#app/domain/packages/packing.ts";
import type { ScanRule } from "#app/domain/packages/scan/scan-rules.ts";
import { LabelChoice } from "../labels/label-way.tsx";
import { ScalePanel } from "../scale/scale-panel.tsx";
import { BoxStrip } from "./box-strip.tsx";
import { Connection } from "./connection.tsx";
import { CurrentLine, LinePackages, LineWays } from "./current-line.tsx";
import { Finished } from "./finished.tsx";
import { HeldPackages } from "./held-packages.tsx";
import { useKeptFocus } from "./kept/use-kept-focus.ts";
import { useScrolledToTop } from "./kept/use-scrolled-to-top.ts";
import { LineList } from "./line-list.tsx";
import { OrderPapers } from "./order-papers.tsx";
import { StationQuestion } from "./questions/station-question.tsx";
import type { ProductToAdd, UsualSubstitute } from "./questions/substitutes.ts";
import { StationBar } from "./station-bar.tsx";
import { StationDock } from "./station-dock.tsx";
import { Commands, commandOf } from "./station-shortcuts.tsx";
import { isHeld, waitsForLot } from "./station-view.ts";
import { useStation } from "./use-station.ts";

interface StationProps {
  order: StationOrder;
  rules: readonly ScanRule[];
  standIns: readonly string[];
  today: string;
  /** The newest lots, which a scan may name. */
  lots: readonly LotToScan[];
  products: ProductToAdd[];
  usual: UsualSubstitute[];
  seesOrders: boolean;
  children: ReactNode;
}

/**
 * The packing station for one order, which fills the window (app/styles/station.css). Questions
 * replace the pad. One field takes weights, codes and keys: Enter adds, `+` next line, `s` short,
 * `u` undo, `/` find, `f` finish; scans end with Enter.
 */
export function Station({ products, usual, seesOrders, children, ...settings }: StationProps) {
  const station = useStation(settings);
  const [wasOpen] = useState(settings.order.status === "pending");
  const field = useRef<HTMLInputElement>(null);
  const { text, setText, isFinding, setFinding } = station.fieldText;
  useScanner(field, station.scan);
  const root = useRef<HTMLDivElement>(null);
  useKeptFocus(root, field, station);

  function press(event: React.KeyboardEvent<HTMLInputElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      // A weight held back by a question survives going back.
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
    const command = commandOf(event.key);
    if (!command) return;
    event.preventDefault();
    run(command);
  }

  function run(command: NonNullable<ReturnType<typeof commandOf>>) {
    if (command !== "undo" && isAskedForLot()) return;
    if (command === "find") setFinding(true);
    else station[command]();
  }

  /** Warns that weights wait for a lot, which has to be chosen first; false if none do. */
  function isAskedForLot(): boolean {
    const waits = waitsForLot(station.question);
    if (waits) station.say("stop", `Choose the lot of ${waits} first, or Cancel.`);
    return waits !== null;
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
    if (isAskedForLot()) return;
    if (isFinding) setFinding(false);
    station.choose(id);
  }

  const { order, lines, current } = station;
  const main = useScrolledToTop(current?.id);

  function showHeld(itemId: string) {
    choose(itemId);
    requestAnimationFrame(() =>
      root.current?.querySelector("[data-held]")?.scrollIntoView({ block: "center" }),
    );
  }

  // Beside the figures once connected, where it takes no room until then.
  const scale = <ScalePanel scale={station.scale} onTake={station.takeWeight} />;
  if (order.status !== "pending") {
    return (
      <>
        <StationBar station={station} seesOrders={seesOrders} />
        <div className="mx-auto max-w-3xl px-4 pb-20">
          <Connection station={station} />
          {children}
          <HeldPackages order={order} onShow={showHeld} />
          <Finished
            order={order}
            isNew={wasOpen}
            seesOrders={seesOrders}
            wasPrinted={station.labels.wasPrinted}
          />
        </div>
      </>
    );
  }
  return (
    <div className="station-page">
      <StationBar station={station} seesOrders={seesOrders} />
      <div ref={root} className="station">
        <LineList
          lines={lines}
          current={current}
          filter={isFinding ? text : ""}
          onChoose={choose}
        />
        <div ref={main} className="station-main">
          <div className="station-head min-w-0">
            <Connection station={station} />
            <HeldPackages order={order} onShow={showHeld} />
            {children}
            {current && <CurrentLine station={station} line={current} />}
            {station.isAdding && <p className="text-title">The line is being added…</p>}
            {station.scale.status === "on" && scale}
          </div>
          <div className="station-detail min-w-0 docked:mt-5">
            {current && <LineWays station={station} line={current} />}
            {current && <LinePackages station={station} line={current} />}
            {station.scale.status !== "on" && scale}
            <BoxStrip station={station} />
            <LabelChoice station={station} />
            <OrderPapers order={order} />
          </div>
        </div>
        <StationDock
          station={station}
          field={field}
          label={isFinding ? "Find a line" : `Weight in ${station.unit}, or scan`}
          onPress={press}
          onEnter={submit}
        >
          <StationQuestion station={station} products={products} usual={usual} />
        </StationDock>
        <Commands station={station} onRun={run} />
      </div>
    </div>
  );
}
