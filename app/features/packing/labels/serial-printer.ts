import { z } from "zod";
import { infoOf, isOfKind, type PortInfo, type Serial, type SerialPort } from "../serial.ts";
import { keptValue } from "../station/kept/kept-value.ts";

/** As set up in docs/running.md. At 9600 baud, a label (125 kB of text) would take two minutes. */
const options = { baudRate: 115_200, flowControl: "hardware", bufferSize: 65_536 };

/** Small, so that what the printer can't take yet waits on our side. */
const pieceBytes = 4096;

/** For a whole label, which takes about 11 s; else the printer is off or set up differently. */
const patienceMs = 60_000;

const portInfo = z.object({ usbVendorId: z.int().optional(), usbProductId: z.int().optional() });

const keptPort = keptValue<PortInfo | null>("packing:label-port", portInfo.nullable(), {
  first: null,
  area: "localStorage",
});

/** Chosen since the page was loaded. */
let chosen: SerialPort | null = null;

/** True if a port is the label printer's; until one is chosen, if it is of the same make. */
export function isPrinterPort(port: SerialPort): boolean {
  const known = keptPort.get();
  return port === chosen || (chosen === null && known !== null && isOfKind(port, known));
}

/** Asks for the printer's port and remembers it; needs a user gesture. False if none was chosen. */
export async function chooseSerialPrinter(serial: Serial): Promise<boolean> {
  const port = await serial.requestPort().catch(() => null);
  if (!port) return false;
  chosen = port;
  keptPort.set(infoOf(port));
  return true;
}

/**
 * Sends text to the printer chosen before. Rejects, with a message for the user, if there is none,
 * it can't be opened, or it doesn't accept the text in time.
 */
export async function printBySerial(
  serial: Serial,
  text: string,
  patience = patienceMs,
): Promise<void> {
  const port = chosen ?? (await rememberedPort(serial));
  try {
    await port.open(options);
  } catch {
    throw new Error("The label printer is off, or another program has it.");
  }
  const writer = port.writable?.getWriter();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    if (!writer) throw new Error("Nothing can be sent to this port.");
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error("The label printer takes nothing. Is it on, with labels in it?")),
        patience,
      );
    });
    await Promise.race([writeAll(writer, new TextEncoder().encode(text)), late]);
  } catch (error) {
    // Not awaited, because a printer that accepts nothing may block the abort as well.
    void writer?.abort().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
    writer?.releaseLock();
    await port.close().catch(() => undefined);
  }
}

async function writeAll(
  writer: WritableStreamDefaultWriter<Uint8Array>,
  bytes: Uint8Array,
): Promise<void> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    await writer.write(bytes.subarray(from, from + pieceBytes));
  }
}

/** Returns the only port of the chosen make and model; two of a kind can't be told apart. */
async function rememberedPort(serial: Serial): Promise<SerialPort> {
  const known = keptPort.get();
  const alike = known ? (await serial.getPorts()).filter((port) => isOfKind(port, known)) : [];
  const [port, ...others] = alike;
  if (!port) throw new Error("No label printer is chosen at a serial port.");
  if (others.length > 0) {
    throw new Error("Two ports look the same: choose the label printer’s once more.");
  }
  return port;
}

/** Sets the port that an earlier page stored; for tests, which have no storage. */
export function keepPort(info: PortInfo | null): void {
  chosen = null;
  keptPort.set(info);
}
