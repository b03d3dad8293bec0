// The parts of https://wicg.github.io/serial/ that we use for scales and label printers;
// TypeScript's library lacks them.

/** Make and model; empty for ports that aren't USB. */
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

/** The browser's serial port access; undefined in all but Chromium on a computer. */
export function serialOf(from: object): Serial | undefined {
  return "serial" in from ? (from.serial as Serial) : undefined;
}

/** Returns what identifies a port after a reload. */
export function infoOf(port: SerialPort): PortInfo {
  const { usbVendorId, usbProductId } = port.getInfo?.() ?? {};
  return { ...(usbVendorId && { usbVendorId }), ...(usbProductId && { usbProductId }) };
}

/** True if a port has the stored make and model. */
export function isOfKind(port: SerialPort, kept: PortInfo): boolean {
  const { usbVendorId, usbProductId } = infoOf(port);
  return usbVendorId === kept.usbVendorId && usbProductId === kept.usbProductId;
}
