import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A mail as it arrived: who it was for, what it says, and its bytes. */
export interface ReceivedMail extends Email {
  envelope: { from: string; to: string[] };
  raw: string;
}

/** A real SMTP server on the loopback that keeps what it is given. */
export interface SmtpInbox {
  url: string;
  port: number;
  mails: ReceivedMail[];
  stop(): Promise<void>;
}

interface SmtpInboxOptions {
  /** Where it listens, for a server that comes back; any free port unless told. */
  port?: number;
  /** Throws, or waits, to treat a recipient badly; `smtpError` makes what to throw. */
  onRecipient?: (address: string) => void | Promise<void>;
  /** Likewise once the mail has arrived, before its receipt is confirmed. */
  onArrival?: (mail: ReceivedMail) => void | Promise<void>;
}

/** Starts one; whoever starts it stops it. */
export async function startSmtpInbox(options: SmtpInboxOptions = {}): Promise<SmtpInbox> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    // Encryption and passwords are the library's business, and its certificate is not for this name.
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
  // A client that hangs up in the middle is what some tests are about.
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

/** What a server answers that does not want a mail: 4xx for now, 5xx for good. */
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
