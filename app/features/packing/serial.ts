// https://wicg.github.io/serial/, as far as it is used; not in TypeScript's library yet. Scales are read at
// such a port, and label printers are written to.

/** By which make and model a port is known again; empty for one that is no USB device. */
export interface PortInfo {
  usbVendorId?: number;
  usbProductId?: number;
}

export interface SerialPort {
  open(options: object): Promise<void>;
  close(): Promise<void>;
  getInfo?(): PortInfo;
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
}

export interface Serial {
  requestPort(): Promise<SerialPort>;
  getPorts(): Promise<SerialPort[]>;
}

/** The browser's access to serial ports; undefined where it has none (all but Chromium on a computer). */
export function serialOf(from: object): Serial | undefined {
  return "serial" in from ? (from.serial as Serial) : undefined;
}

/** What a port is known again by. */
export function infoOf(port: SerialPort): PortInfo {
  const { usbVendorId, usbProductId } = port.getInfo?.() ?? {};
  return { ...(usbVendorId && { usbVendorId }), ...(usbProductId && { usbProductId }) };
}

/** Whether a port is of the make and model that were kept. */
export function isOfKind(port: SerialPort, kept: PortInfo): boolean {
  const { usbVendorId, usbProductId } = infoOf(port);
  return usbVendorId === kept.usbVendorId && usbProductId === kept.usbProductId;
}
