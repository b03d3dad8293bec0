// The parts of https://wicg.github.io/webusb/ that we use; TypeScript's library lacks them.
interface UsbEndpoint {
  endpointNumber: number;
  direction: "in" | "out";
  type: string;
}

interface UsbDevice {
  configuration: {
    interfaces: {
      interfaceNumber: number;
      alternate: { interfaceClass: number; endpoints: UsbEndpoint[] };
    }[];
  } | null;
  open(): Promise<void>;
  close(): Promise<void>;
  selectConfiguration(value: number): Promise<void>;
  claimInterface(number: number): Promise<void>;
  transferOut(endpoint: number, data: Uint8Array): Promise<{ status: string }>;
}

interface Usb {
  requestDevice(options: object): Promise<UsbDevice>;
  getDevices(): Promise<UsbDevice[]>;
}

const printerClass = 7;

/** The browser's USB access; undefined in all but Chromium. */
export function usbOf(from: object): Usb | undefined {
  return "usb" in from ? (from.usb as Usb) : undefined;
}

/** Asks the user for the printer; needs a user gesture. Returns false if none was chosen. */
export async function chooseUsbPrinter(usb: Usb): Promise<boolean> {
  const chosen = await usb
    .requestDevice({ filters: [{ classCode: printerClass }] })
    .catch(() => null);
  return chosen !== null;
}

/** Sends text to the printer chosen before. Rejects if there is none or it is busy. */
export async function printByUsb(usb: Usb, text: string): Promise<void> {
  const [device] = await usb.getDevices();
  if (!device) throw new Error("No label printer is chosen");
  await device.open();
  try {
    if (!device.configuration) await device.selectConfiguration(1);
    const found = device.configuration?.interfaces.find(
      ({ alternate }) => alternate.interfaceClass === printerClass,
    );
    const out = found?.alternate.endpoints.find(
      ({ direction, type }) => direction === "out" && type === "bulk",
    );
    if (!found || !out) throw new Error("This is no label printer");
    await device.claimInterface(found.interfaceNumber);
    const { status } = await device.transferOut(out.endpointNumber, new TextEncoder().encode(text));
    if (status !== "ok") throw new Error("The label printer did not take the label");
  } finally {
    await device.close().catch(() => undefined);
  }
}
