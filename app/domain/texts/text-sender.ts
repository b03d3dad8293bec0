/**
 * The shop's interface to a provider of text messages. A message whose answer was lost is not sent
 * again, as no provider supports an idempotency key.
 */
export interface TextSender {
  /**
   * Sends a message to a number such as "+16045550142", and returns the provider's id for it.
   *
   * @throws TextRefusedError if it was not sent and will not be; TextNotTakenError if it was not
   *   sent but may be later; anything else if the outcome is unknown
   */
  send(message: { to: string; body: string }, signal: AbortSignal): Promise<string>;
}

/** The provider refused: the number, the account or the message has to be corrected. */
export class TextRefusedError extends Error {
  override readonly name = "TextRefusedError";
}

/** The provider could not be reached or is busy; the message was not sent. */
export class TextNotTakenError extends Error {
  override readonly name = "TextNotTakenError";
}
