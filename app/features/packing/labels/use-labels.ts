import { useEffect, useEffectEvent, useRef } from "react";
import { z } from "zod";
import { packageCode } from "#app/domain/packages/scan/parse-scan.ts";
import { serialOf } from "../serial.ts";
import { keptValue } from "../station/kept/kept-value.ts";
import type { ShownLine } from "../station/station-view.ts";
import { chooseSerialPrinter, printBySerial } from "./serial-printer.ts";
import { chooseUsbPrinter, printByUsb, usbOf } from "./usb-printer.ts";

export const labelWays = {
  off: "Not as you weigh",
  page: "This computer’s printer",
  usb: "Label printer by USB",
  serial: "Label printer at a serial port",
  network: "Label printer in the network",
} as const;

export type LabelWay = keyof typeof labelWays;

const ways = ["off", "page", "usb", "serial", "network"] as const satisfies LabelWay[];

const kept = keptValue<LabelWay>("packing:labels", z.enum(ways), {
  first: "off",
  area: "localStorage",
});

/** A label's page, which prints itself. */
function labelPage(orderId: string, packageId: string): string {
  return `/admin/packing/${orderId}/labels/${packageId}?print`;
}

/**
 * Prints a label for each package once it is stored, and again on request. `onProblem` receives a
 * sentence about a label that wasn't printed.
 */
export function useLabels(
  lines: readonly ShownLine[],
  orderIdOf: (line: ShownLine) => string,
  onProblem: (sentence: string) => void,
) {
  const way = kept.use();
  /** Request ids of packages weighed here that have no label yet. */
  const awaited = useRef(new Set<string>());
  /** Serializes printing: a printer takes one label at a time. */
  const before = useRef(Promise.resolve());

  const printed = useRef(new Set<string>());

  function print(line: ShownLine, packageId: string) {
    printed.current.add(packageId);
    const orderId = orderIdOf(line);
    before.current = before.current.then(() =>
      printLabel(way, orderId, packageId).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : "";
        onProblem(`The label wasn’t printed. ${why} Press Label to print it again.`);
      }),
    );
  }

  const printStored = useEffectEvent(() => {
    for (const line of lines) {
      for (const { id, requestId, isWaiting } of line.packages) {
        if (!isWaiting && awaited.current.delete(requestId)) print(line, id);
      }
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every answer of the shop
  useEffect(() => printStored(), [lines]);

  return {
    way,
    print,
    wasPrinted: ({ id }: { id: string }) => printed.current.has(id),
    /**
     * Says what to do about the label of a package that is stored as another, with a new number.
     * `elsewhere` is where the new label can be printed, if not here: "in order 1043".
     */
    toReplace(one: { id: string; labelNumber: number }, elsewhere?: string): string {
      const code = packageCode(one.labelNumber);
      const old = printed.current.has(one.id)
        ? `Destroy its label ${code}`
        : `If it has a label, ${code}, destroy it`;
      if (elsewhere) return `${old}, and print the new one ${elsewhere}.`;
      return way === "off" ? `${old}, and print the new one.` : `${old}: a new one is printed.`;
    },
    await(requestId: string) {
      if (way !== "off") awaited.current.add(requestId);
    },
    async choose(next: LabelWay) {
      const usb = usbOf(navigator);
      const serial = serialOf(navigator);
      const isChosen =
        next === "usb"
          ? usb && (await chooseUsbPrinter(usb))
          : next === "serial"
            ? serial && (await chooseSerialPrinter(serial))
            : true;
      if (!isChosen) {
        return onProblem(
          "No label printer was chosen. This works in Chrome and Edge on a computer.",
        );
      }
      kept.set(next);
    },
  };
}

async function printLabel(way: LabelWay, orderId: string, packageId: string): Promise<void> {
  if (way === "network") {
    const printed = await asked(`/api/packing/${orderId}/labels/${packageId}`, "POST");
    return void printed;
  }
  if (way === "usb" || way === "serial") {
    const [usb, serial] = [usbOf(navigator), serialOf(navigator)];
    if (way === "usb" && !usb) throw new Error("This browser can’t print by USB.");
    if (way === "serial" && !serial) throw new Error("This browser has no serial ports.");
    const answer = await asked(`/admin/packing/${orderId}/papers/label-${packageId}.zpl`, "GET");
    const zpl = await answer.text();
    if (way === "usb" && usb) return printByUsb(usb, zpl);
    if (serial) return printBySerial(serial, zpl);
  }
  // All labels share one small window, which closes itself.
  const opened = window.open(labelPage(orderId, packageId), "label", "width=480,height=380");
  if (!opened) throw new Error("The browser kept its window from opening: allow pop-ups here.");
}

async function asked(address: string, method: "GET" | "POST"): Promise<Response> {
  const answer = await fetch(address, { method }).catch(() => null);
  if (!answer) throw new Error("There is no network.");
  if (answer.ok) return answer;
  const said = await answer.text().catch(() => "");
  throw new Error(answer.status < 500 || answer.status === 503 ? said.slice(0, 200) : "");
}
