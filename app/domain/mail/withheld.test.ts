import { expect, it } from "vitest";
import { type MailTransport, type QueuedMail, withheldWhile } from "./mail-transport.server.ts";

it("writes emails to files while they are withheld, and sends them afterwards", async () => {
  const transport = (answer: string | null): MailTransport => ({
    workers: 2,
    batch: 3,
    reachesNobody: answer !== null,
    deliver: async () => answer,
  });
  let isSample = true;
  const both = withheldWhile(() => isSample, transport("a file"), transport(null));
  const mail = {} as QueuedMail;
  const signal = new AbortController().signal;
  expect(await both.deliver(mail, signal)).toBe("a file");
  isSample = false;
  expect(await both.deliver(mail, signal)).toBeNull();
  expect(both).toMatchObject({ workers: 2, batch: 3, reachesNobody: false });
});
