import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail extends Email {
  envelope: { from: string; to: string[] };
  raw: string;
}

/** A real SMTP server on the loopback that keeps received emails. */
export interface SmtpInbox {
  url: string;
  port: number;
  mails: ReceivedMail[];
  stop(): Promise<void>;
}

interface SmtpInboxOptions {
  /** Port, for a server that restarts at its address; any free one by default. */
  port?: number;
  /** May throw or delay to reject or stall a recipient; throw an `smtpError`. */
  onRecipient?: (address: string) => void | Promise<void>;
  /** Like `onRecipient`, once the email has arrived and before it is acknowledged. */
  onArrival?: (mail: ReceivedMail) => void | Promise<void>;
}

/** Starts a server; the caller stops it. */
export async function startSmtpInbox(options: SmtpInboxOptions = {}): Promise<SmtpInbox> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    // The library covers encryption and passwords, and its certificate is for another name.
    disabledCommands: ["STARTTLS", "AUTH"],
    closeTimeout: 100,
    async onRcptTo({ address }, _session, callback) {
      await settle(callback, () => options.onRecipient?.(address));
    },
    async onData(stream, { envelope }, callback) {
      await settle(callback, async () => {
        const bytes = await buffer(stream);
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        const mail = {
          ...(await PostalMime.parse(bytes)),
          envelope: { from, to: envelope.rcptTo.map(({ address }) => address) },
          raw: bytes.toString("latin1"),
        };
        mails.push(mail);
        await options.onArrival?.(mail);
      });
    },
  });
  // Some tests hang up in the middle.
  server.on("error", () => undefined);
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    stop: () => new Promise((done) => server.close(done)),
  };
}

/** Returns an SMTP error: 4xx is temporary, 5xx permanent. */
export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

async function settle(callback: (error?: Error | null) => void, work: () => unknown) {
  try {
    await work();
    callback();
  } catch (error) {
    callback(error instanceof Error ? error : new Error(String(error)));
  }
}
