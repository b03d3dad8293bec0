import { isPrinterPort } from "../labels/serial-printer.ts";
import { type SerialPort, serialOf } from "../serial.ts";
import {
  createScaleGate,
  createScaleParser,
  type ScaleProtocol,
  type ScaleReading,
  scaleProtocols,
  type TakenWeight,
} from "./scale.ts";

/** Polling interval in ms, for scales that don't send unasked. */
const askMs = 200;

export interface ScaleState {
  status: "off" | "on" | "failed";
  reading: ScaleReading | null;
}

let state: ScaleState = { status: "off", reading: null };
let gate = createScaleGate();
let hangUp: (() => Promise<void>) | null = null;
const listeners = new Set<() => void>();

function become(next: ScaleState) {
  state = next;
  for (const listener of listeners) listener();
}

/** This browser's scale: one connection, which survives navigation between orders. */
export const scaleConnection = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },

  getState: () => state,

  take: (): TakenWeight => gate.take(performance.now()),

  /** Asks for the scale's port; needs a user gesture. False if none was chosen or opened. */
  async connect(protocol: ScaleProtocol): Promise<boolean> {
    const port = await serialOf(navigator)
      ?.requestPort()
      .catch(() => null);
    return port ? open(port, protocol) : false;
  },

  /** Opens the port allowed before, if there is exactly one besides the label printer's. */
  async reconnect(protocol: ScaleProtocol): Promise<boolean> {
    if (hangUp) return true;
    const allowed = (await serialOf(navigator)?.getPorts()) ?? [];
    const [port, ...others] = allowed.filter((one) => !isPrinterPort(one));
    return port && others.length === 0 ? open(port, protocol) : false;
  },

  async disconnect() {
    await hangUp?.();
    become({ status: "off", reading: null });
  },
};

async function open(port: SerialPort, protocol: ScaleProtocol): Promise<boolean> {
  await hangUp?.();
  const { port: options, request } = scaleProtocols[protocol];
  try {
    await port.open(options);
  } catch {
    // In use by another program, or unplugged.
    become({ status: "failed", reading: null });
    return false;
  }
  gate = createScaleGate();
  const reader = port.readable?.getReader();
  const writer = request === null ? undefined : port.writable?.getWriter();
  const bytes = new TextEncoder().encode(request ?? "");
  // A failed write is ignored: the read loop ends then as well.
  const asking =
    writer && setInterval(() => void writer.write(bytes).catch(() => undefined), askMs);
  let isWanted = true;
  const reading = read(reader, createScaleParser(protocol)).finally(async () => {
    clearInterval(asking);
    reader?.releaseLock();
    writer?.releaseLock();
    await port.close().catch(() => undefined);
    hangUp = null;
    if (isWanted) become({ status: "failed", reading: null });
  });
  hangUp = async () => {
    isWanted = false;
    await reader?.cancel().catch(() => undefined);
    await reading;
  };
  become({ status: "on", reading: null });
  return true;
}

async function read(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  parse: (piece: string) => ScaleReading[],
): Promise<void> {
  // One byte is one character, even the garbage from a port at the wrong speed.
  const decoder = new TextDecoder("latin1");
  try {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) return;
      for (const reading of parse(decoder.decode(value, { stream: true }))) {
        gate.see(reading, performance.now());
        become({ status: "on", reading });
      }
    }
  } catch {
    // Unplugged.
  }
}
