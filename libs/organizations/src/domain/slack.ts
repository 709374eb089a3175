/** Why a message was not delivered. */
export interface SlackFailure {
  readonly reason: string;
  /** Whether the same message would be refused again, such as by a channel that was archived. */
  readonly isFinal: boolean;
}

/** Port that writes to channels of Slack by the incoming webhooks that sellers choose. */
export abstract class Slack {
  /** Whether a message to the URL may be tried. Host names are resolved and checked again for each message. */
  abstract isAllowed(url: URL): boolean;

  /** Null once the message was taken. Throws nothing. */
  abstract post(url: string, text: string): Promise<SlackFailure | null>;
}
