/** Names of fields, parameters and headers whose values are credentials, license keys or codes. Whoever knows a `slack_url` can write to the channel. */
const SECRET =
  /^(proxy-authorization|authorization|cookie|set-cookie|entries|slack_url)$|(^|[_-])(key|token|secret|password|code|signature|lease|file_content)$/i;
/** Names that look like these, and are public. */
const PUBLIC =
  /^(display_key|idempotency[_-]key|accept-signature|public_key|license-device-key|external_key|object_key|allow_short_key|discount_code|currency_code|postal_code)$/i;

/** Whether the value of this name must not be in logs, nor in responses that repeat what was sent. */
export const isSecretName = (name: string): boolean => SECRET.test(name) && !PUBLIC.test(name);
