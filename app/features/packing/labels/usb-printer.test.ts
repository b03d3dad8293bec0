import { expect, it, vi } from "vitest";
import { chooseUsbPrinter, printByUsb, usbOf } from "./usb-printer.ts";

const printer = (over: object = {}) => ({
  configuration: {
    interfaces: [
      {
        interfaceNumber: 2,
        alternate: {
          interfaceClass: 7,
          endpoints: [
            { endpointNumber: 1, direction: "in" as const, type: "bulk" },
            { endpointNumber: 3, direction: "out" as const, type: "bulk" },
          ],
        },
      },
    ],
  },
  open: vi.fn(async () => undefined),
  close: vi.fn(async () => undefined),
  selectConfiguration: vi.fn(async () => undefined),
  claimInterface: vi.fn(async (_: number) => undefined),
  transferOut: vi.fn(async (_: number, __: Uint8Array) => ({ status: "ok" })),
  ...over,
});

const usbWith = (...devices: ReturnType<typeof printer>[]) => ({
  requestDevice: async () => {
    const [first] = devices;
    if (!first) throw new Error("No device selected");
    return first;
  },
  getDevices: async () => devices,
});

it("sends a label to the printer's own endpoint, and then releases it", async () => {
  const device = printer();
  await printByUsb(usbWith(device), "^XA^XZ");
  expect(device.claimInterface).toHaveBeenCalledWith(2);
  expect(device.transferOut).toHaveBeenCalledWith(3, new TextEncoder().encode("^XA^XZ"));
  expect(device.close).toHaveBeenCalledOnce();
});

it("reports that nothing was printed, and still releases the printer", async () => {
  await expect(printByUsb(usbWith(), "^XA^XZ")).rejects.toThrow("No label printer is chosen");
  const stalled = printer({ transferOut: async () => ({ status: "stall" }) });
  await expect(printByUsb(usbWith(stalled), "^XA^XZ")).rejects.toThrow("did not take");
  expect(stalled.close).toHaveBeenCalledOnce();
  const camera = printer({ configuration: { interfaces: [] } });
  await expect(printByUsb(usbWith(camera), "^XA^XZ")).rejects.toThrow("no label printer");
});

it("is available only if the browser supports it and a printer was chosen", async () => {
  expect(usbOf({})).toBeUndefined();
  expect(await chooseUsbPrinter(usbWith())).toBe(false);
  expect(await chooseUsbPrinter(usbWith(printer()))).toBe(true);
});
