/** Structured mode: the body is the event with its attributes. */
const STRUCTURED = 'application/cloudevents+json';

/** An event as it is sent, whatever its form. */
export interface EventToSend {
  readonly id: string;
  readonly organizationId: string;
  /** Null for a test. */
  readonly sequence: number | null;
  /** JSON: `{type, timestamp, api_version, data}`. */
  readonly body: string;
}

/** The body of a request, and the headers that say what it is. */
export interface Content {
  readonly body: string;
  readonly headers: { readonly 'content-type': string; readonly [name: string]: string };
}

interface Standard {
  readonly type: string;
  readonly timestamp: string;
  readonly api_version: string;
  readonly data: { readonly id?: unknown };
}

/** Attributes of the extension `sequence` are compared as texts. */
const SEQUENCE_DIGITS = String(Number.MAX_SAFE_INTEGER).length;

/**
 * The context attributes of CloudEvents 1.0. They are ids, kinds, times and versions: ASCII without blanks, so that none of them has to
 * be percent-encoded in a header.
 */
const attributesOf = ({ id, organizationId, sequence }: EventToSend, { type, timestamp, api_version, data }: Standard) => ({
  specversion: '1.0',
  id,
  source: `urn:uuid:${organizationId}`,
  type,
  ...(typeof data.id === 'string' ? { subject: data.id } : {}),
  time: timestamp,
  apiversion: api_version,
  ...(sequence === null ? {} : { sequence: String(sequence).padStart(SEQUENCE_DIGITS, '0') }),
});

/** The event in structured mode. The same event always gives the same text. */
export function structured(event: EventToSend): Content {
  const standard = JSON.parse(event.body) as Standard;
  const attributes = { ...attributesOf(event, standard), datacontenttype: 'application/json', data: standard.data };
  return { body: JSON.stringify(attributes), headers: { 'content-type': STRUCTURED } };
}

/** The event in binary mode: the body is its data alone, and the attributes are headers. */
export function binary(event: EventToSend): Content {
  const standard = JSON.parse(event.body) as Standard;
  const attributes = Object.entries(attributesOf(event, standard)).map(([name, value]) => [`ce-${name}`, value]);
  return {
    body: JSON.stringify(standard.data),
    headers: { 'content-type': 'application/json', ...(Object.fromEntries(attributes) as Record<string, string>) },
  };
}
