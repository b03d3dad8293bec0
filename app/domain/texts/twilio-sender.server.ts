import { TextNotTakenError, TextRefusedError, type TextSender } from "./text-sender.ts";

export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** A number of the account, "+16045550100", or a messaging service, "MG…". */
  from: string;
  /** For tests: the URL of a fake provider, e.g. "http://127.0.0.1:4000". */
  apiUrl?: string | undefined;
}

/** In ms. */
const patience = 15_000;

/** Sends text messages by Twilio (https://www.twilio.com/docs/messaging/api/message-resource). */
export function twilioSender({
  accountSid,
  authToken,
  from,
  apiUrl = "https://api.twilio.com",
}: TwilioSettings): TextSender {
  const url = `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
  const sender: Record<string, string> = from.startsWith("MG")
    ? { MessagingServiceSid: from }
    : { From: from };
  return {
    async send({ to, body }, signal) {
      const response = await fetch(url, {
        method: "POST",
        headers: { Authorization: authorization, Accept: "application/json" },
        body: new URLSearchParams({ ...sender, To: to, Body: body }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
        redirect: "error",
      }).catch((error: unknown) => {
        // Never connected, so never sent; after any other error the outcome is unknown.
        const code = (error as { cause?: { code?: string } }).cause?.code ?? "";
        if (
          !/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code)
        ) {
          throw error;
        }
        throw new TextNotTakenError(code, { cause: error });
      });
      const answer: { sid?: string; code?: number; message?: string } = await response
        .json()
        .catch(() => ({}));
      if (response.ok) return answer.sid ?? "";
      const said = `${response.status} ${answer.code ?? ""} ${answer.message ?? ""}`.trim();
      if (response.status === 429) throw new TextNotTakenError(said);
      if (response.status >= 500) throw new Error(said);
      throw new TextRefusedError(said);
    },
  };
}
