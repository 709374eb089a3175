import { isUuid } from '#kernel';
import { jsonLimitsOf, parseJson } from '#support/json';
import { isStorable, withoutBidiControls } from '#support/texts';
import type { BuyerValue, Item, PaymentUpdate } from '../../domain/provider-updates.ts';
import { EventNotUnderstood, type Mark } from '../../domain/provider.ts';

/**
 * Who decides a value of an event. `seller`: it was set in the account of the seller or with a secret of the account. `buyer`: it was
 * entered at a checkout, or is of an address or a script that a browser may change. `provider`: the provider made or charged it.
 */
export type Source = 'seller' | 'buyer' | 'provider';

/** The values that are read of an event, with their sources. A list has the fields of its elements. */
export type Fields = Source | readonly [Fields] | { readonly [name: string]: Fields };

/** The values of a closed list of a provider, and what they mean here. */
export type Meanings<M> = Readonly<Record<string, M>>;

type Names<F> = F extends Source | readonly unknown[] ? never : keyof F & string;
type Element<F> = F extends readonly [infer E] ? E : never;
type Value<F, T> = F extends 'buyer' ? BuyerValue<T> : T;

/**
 * Reads declared values of a body whose form is documented, but not certain. Throws where a value has another form, or is not declared.
 * What a buyer decided comes out as a `BuyerValue`.
 */
export class EventReader<F> {
  private constructor(
    private readonly value: unknown,
    private readonly fields: F,
    private readonly path: string,
  ) {}

  static of<F extends Fields>(text: string, fields: F): EventReader<F> {
    return new EventReader(parseJson(text, LIMITS), fields, '');
  }

  get isMissing(): boolean {
    return this.value === undefined || this.value === null;
  }

  /** Whether it is said to be nothing, and not just left out. */
  get isNull(): boolean {
    return this.value === null;
  }

  at<N extends Names<F>>(name: N): EventReader<F[N]>;
  at<N extends Names<F>, M extends Names<F[N]>>(name: N, inner: M): EventReader<F[N][M]>;
  at(...names: readonly string[]): EventReader<unknown> {
    return names.reduce<EventReader<unknown>>((reader, name) => reader.child(name), this);
  }

  /** The first of these that is there. */
  first<N extends Names<F>>(...names: readonly [N, ...N[]]): EventReader<F[N]> {
    const found = names.map((name) => this.at(name));
    return found.find(({ isMissing }) => !isMissing) ?? found[0]!;
  }

  list(): EventReader<Element<F>>[] {
    if (this.isMissing) return [];
    if (!Array.isArray(this.value)) throw this.error('a list');
    const [fields] = this.fields as readonly [Element<F>];
    return this.value.map((value, index) => new EventReader(value, fields, `${this.path}.${index}`));
  }

  /**
   * A text that is not longer than ids, names and e-mail addresses are, and that the database can store. What changes the direction in which
   * it is shown is left out.
   */
  text(): Value<F, string> {
    const { value } = this;
    if (typeof value !== 'string' || value === '' || value.length > MAX_TEXT || !isStorable(value)) throw this.error('a text');
    return this.sourced(withoutBidiControls(value));
  }

  textOrNull(): Value<F, string> | null {
    return this.isMissing || this.value === '' ? null : this.text();
  }

  /** Null for anything but such a text. A buyer may write anything, which must not make an event unreadable. */
  anyTextOrNull(): Value<F, string> | null {
    try {
      return this.textOrNull();
    } catch {
      return null;
    }
  }

  /** Whether it is this text. It decides nothing but which of several values is read. */
  is(text: string): boolean {
    return this.value === text;
  }

  /** The id of an object that may be expanded. */
  idOrNull(): Value<F, string> | null {
    return isRecord(this.value)
      ? new EventReader(this.value['id'], this.fields, `${this.path}.id`).textOrNull()
      : this.textOrNull();
  }

  /** A whole number, which may be written as text. */
  integer(): Value<F, number> {
    const number = typeof this.value === 'string' ? Number(this.value) : this.value;
    if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw this.error('a whole number');
    return this.sourced(number);
  }

  integerOrNull(): Value<F, number> | null {
    return this.isMissing ? null : this.integer();
  }

  /** What a value of a closed list means. A value without a declared meaning has none: it is never taken for another one. */
  meaning<M>(meanings: Meanings<M>): M {
    const value = this.text() as string;
    if (Object.hasOwn(meanings, value)) return meanings[value]!;
    throw new EventNotUnderstood('value_unknown', `${this.path} is "${value}", which has no meaning here yet. Report it.`, value);
  }

  meaningOrNull<M>(meanings: Meanings<M>): M | null {
    return this.isMissing ? null : this.meaning(meanings);
  }

  isTrue(): Value<F, boolean> {
    return this.sourced(this.value === true);
  }

  /** ISO 8601 or seconds since 1970, as ISO 8601 with milliseconds. */
  time(): Value<F, string> {
    const { value } = this;
    const time = typeof value === 'number' ? new Date(value * 1000) : typeof value === 'string' ? new Date(value) : undefined;
    if (!time || !(time.getTime() >= EARLIEST && time.getTime() < LATEST)) throw this.error('a time');
    return this.sourced(time.toISOString());
  }

  timeOrNull(): Value<F, string> | null {
    return this.isMissing ? null : this.time();
  }

  /** Whether metadata has a mark, whose name the seller chose. It decides only what is listed. */
  hasMark({ key, value }: Mark): boolean {
    const own = isRecord(this.value) && Object.hasOwn(this.value, key) ? this.value[key] : undefined;
    return own !== undefined && own !== null && (value === null || String(own) === value);
  }

  /** The object as it was before a change that tells its former values; undefined if it tells none. */
  before(former: EventReader<unknown>): EventReader<F> | undefined {
    if (!isRecord(former.value)) return undefined;
    return new EventReader(withFormer(this.value, former.value), this.fields, this.path);
  }

  private child(name: string): EventReader<unknown> {
    const path = this.path === '' ? name : `${this.path}.${name}`;
    if (!isRecord(this.fields) || !Object.hasOwn(this.fields, name)) throw new Error(`${path} is not declared`);
    return new EventReader(isRecord(this.value) ? this.value[name] : undefined, this.fields[name], path);
  }

  private sourced<T>(value: T): Value<F, T> {
    return value as Value<F, T>;
  }

  private error(what: string): Error {
    return new Error(`${this.path || 'The body'} is not ${what}`);
  }
}

const MAX_TEXT = 1_000;
/** An event has 1 MiB at most. */
const LIMITS = jsonLimitsOf(1024 * 1024);
const EARLIEST = Date.UTC(2000, 0);
const LATEST = Date.UTC(2200, 0);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists are told as a whole, objects in parts. */
function withFormer(value: unknown, former: unknown): unknown {
  if (!isRecord(value) || !isRecord(former)) return former;
  const names = new Set([...Object.keys(value), ...Object.keys(former)]);
  return Object.fromEntries(
    [...names].map((name) => [name, Object.hasOwn(former, name) ? withFormer(value[name], former[name]) : value[name]]),
  );
}

/** Metadata in which the seller names a product. */
export const SELLER_METADATA = { latchkey_product_id: 'seller' } as const;

/** Metadata in which a purchase names the license key that it renews, and the e-mail address of whoever gets it as a gift. */
export const CHOICE_METADATA = { latchkey_renews_license_key_id: 'buyer', latchkey_gift_email: 'buyer' } as const;

/** What the buyer chose of a purchase. */
export type Choices = Pick<PaymentUpdate, 'renewsKey' | 'giftTo'>;

/** The license key and the receiver that a purchase names, if it does. */
export const chosenIn = (metadata: EventReader<typeof CHOICE_METADATA>): Choices => {
  const renewsKey = metadata.at('latchkey_renews_license_key_id').anyTextOrNull();
  const giftTo = metadata.at('latchkey_gift_email').anyTextOrNull();
  return { ...(renewsKey === null ? {} : { renewsKey }), ...(giftTo === null ? {} : { giftTo }) };
};

/** The product that the seller names in the metadata of one of these objects, and whether one has the mark. */
export function saidInMetadata(
  mark: Mark | null,
  ...metadata: readonly EventReader<typeof SELLER_METADATA>[]
): Pick<Item, 'productId' | 'namedBy' | 'isMarked'> {
  const marked = mark !== null && metadata.some((each) => each.hasMark(mark)) ? ({ isMarked: true } as const) : {};
  for (const each of metadata) {
    const id = each.at('latchkey_product_id').textOrNull();
    if (id !== null && isUuid(id)) return { productId: id.toLowerCase(), namedBy: 'seller', ...marked };
  }
  return { productId: null, ...marked };
}

/** The ids that are there, each once. */
export const refsOf = (...refs: readonly (string | null)[]): string[] => [
  ...new Set(refs.filter((ref): ref is string => ref !== null)),
];
