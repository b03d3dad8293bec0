import { createServer, type Server } from "node:net";
import { afterEach, expect, it } from "vitest";
import { printRaw } from "./print-raw.server.ts";

let server: Server | undefined;
afterEach(() => void server?.close());

function printer(onText: (text: string) => void, { isMute = false } = {}): Promise<number> {
  return new Promise((resolve) => {
    server = createServer({ allowHalfOpen: isMute }, (socket) => {
      let text = "";
      socket.on("data", (data) => {
        text += data.toString("latin1");
      });
      socket.on("end", () => onText(text));
    }).listen(0, "127.0.0.1", () => {
      const address = server?.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}

it("hands a printer the whole label", async () => {
  let got = "";
  const port = await printer((text) => {
    got = text;
  });
  const label = `^XA\n${"F".repeat(200_000)}\n^XZ\n`;
  await printRaw({ host: "127.0.0.1", port }, label);
  expect(got).toBe(label);
});

it("rejects if the printer is off or doesn't answer in time", async () => {
  await expect(printRaw({ host: "127.0.0.1", port: 1 }, "^XA^XZ")).rejects.toThrow();
  const port = await printer(() => {}, { isMute: true });
  await expect(printRaw({ host: "127.0.0.1", port }, "^XA^XZ", 50)).rejects.toThrow("in time");
});
