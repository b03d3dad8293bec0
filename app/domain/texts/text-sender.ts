/**
 * What the shop asks of whoever sends text messages. Nobody tells twice the same: a message whose answer
 * was lost is not sent again, since no provider knows it by a key of ours.
 */
export interface TextSender {
  /**
   * Sends a message.
   *
   * @param to as in "+16045550142"
   * @returns the provider's name for it
   * @throws TextRefusedError when it was not sent and will not be; TextNotTakenError when it was not, and may be
   *   later; anything else when nobody knows
   */
  send(message: { to: string; body: string }, signal: AbortSignal): Promise<string>;
}

/** The provider said no: the number, the account or the message has to be put right. */
export class TextRefusedError extends Error {
  override readonly name = "TextRefusedError";
}

/** The provider was not reached, or is busy: it was not sent. */
export class TextNotTakenError extends Error {
  override readonly name = "TextNotTakenError";
}
