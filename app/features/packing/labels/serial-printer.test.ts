import { beforeEach, expect, it, vi } from "vitest";
import { infoOf, type SerialPort, serialOf } from "../serial.ts";
import { chooseSerialPrinter, isPrinterPort, keepPort, printBySerial } from "./serial-printer.ts";

/** A port that records what is written, at the pace set by `accept`. */
function portOf(product: number | undefined, accept = async () => {}) {
  const taken: string[] = [];
  const port = {
    taken,
    readable: null,
    writable: null as WritableStream<Uint8Array> | null,
    getInfo: () => (product ? { usbVendorId: 0x0a5f, usbProductId: product } : {}),
    open: vi.fn(async (_: object) => {
      port.writable = new WritableStream<Uint8Array>({
        async write(bytes) {
          await accept();
          taken.push(new TextDecoder().decode(bytes));
        },
      });
    }),
    close: vi.fn(async () => undefined),
  };
  return port satisfies SerialPort;
}

const serialWith = (...ports: SerialPort[]) => ({
  requestPort: async () => {
    const [first] = ports;
    if (!first) throw new Error("No port selected");
    return first;
  },
  getPorts: async () => ports,
});

beforeEach(() => keepPort(null));

it("sends a whole label in order to the chosen port, and releases it", async () => {
  const port = portOf(1);
  const zpl = `^XA^GFA,${"0F".repeat(60_000)}^FS^XZ`;
  expect(await chooseSerialPrinter(serialWith(port))).toBe(true);
  for (let label = 1; label <= 3; label += 1) {
    await printBySerial(serialWith(port), zpl);
    expect(port.close).toHaveBeenCalledTimes(label);
  }
  expect(port.taken.join("")).toBe(zpl.repeat(3));
  expect(port.open).toHaveBeenCalledWith(
    expect.objectContaining({ baudRate: 115_200, flowControl: "hardware" }),
  );
});

it("recognizes the port by make and model, and refuses two that are alike", async () => {
  const [printer, scale] = [portOf(1), portOf(2)];
  await chooseSerialPrinter(serialWith(printer));
  expect([isPrinterPort(printer), isPrinterPort(scale)]).toEqual([true, false]);
  // As after a reload: new objects for the same ports.
  keepPort(infoOf(printer));
  const [same, twin, other] = [portOf(1), portOf(1), portOf(2)];
  await printBySerial(serialWith(other, same), "^XA^XZ");
  expect([same.taken.join(""), other.taken.join("")]).toEqual(["^XA^XZ", ""]);
  expect(isPrinterPort(other)).toBe(false);
  await expect(printBySerial(serialWith(same, twin), "^XA^XZ")).rejects.toThrow(
    "Two ports look the same",
  );
  await expect(printBySerial(serialWith(other), "^XA^XZ")).rejects.toThrow(
    "No label printer is chosen",
  );
});

it("reports a printer that is off, in use or not accepting data, and releases it", async () => {
  const stuck = portOf(1, () => new Promise(() => {}));
  await chooseSerialPrinter(serialWith(stuck));
  await expect(printBySerial(serialWith(stuck), "^XA^XZ", 20)).rejects.toThrow("takes nothing");
  expect(stuck.close).toHaveBeenCalledOnce();
  keepPort(null);
  const taken = portOf(1);
  taken.open.mockRejectedValueOnce(new Error("NetworkError"));
  await chooseSerialPrinter(serialWith(taken));
  await expect(printBySerial(serialWith(taken), "^XA^XZ")).rejects.toThrow(
    "off, or another program has it",
  );
  await printBySerial(serialWith(taken), "^XA^XZ");
  expect(taken.taken).toEqual(["^XA^XZ"]);
});

it("is available only if the browser supports it and a printer was chosen", async () => {
  expect(serialOf({})).toBeUndefined();
  expect(await chooseSerialPrinter(serialWith())).toBe(false);
  await expect(printBySerial(serialWith(), "^XA^XZ")).rejects.toThrow("No label printer is chosen");
});
