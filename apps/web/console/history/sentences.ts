import type { Schema } from '../../api/client.ts';
import type { Formats } from '../../i18n/formats.ts';
import type { Said } from './said.ts';
import type { HistoryWords } from './words.en.ts';

/** A change as the audit log and the timeline of a key tell it. */
export interface ToldChange {
  readonly type: string;
  readonly action: Schema<'AuditLogEntry'>['action'];
  readonly changes: Readonly<Record<string, { readonly before?: unknown; readonly after?: unknown }>> | null;
}

export interface Telling {
  readonly words: HistoryWords['history'];
  readonly formats: Pick<Formats, 'number' | 'date' | 'money'>;
  /** The currency of amounts, where one is known. */
  readonly currency?: string;
}

type Fields = Readonly<Record<string, Said>>;

const MASK = '********';
/** Fields that are in the smallest unit of a currency. */
const AMOUNTS = new Set(['amount', 'tax_amount']);
const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** What happened, in sentences about whoever did it: one for each field that tells something. */
export function sentencesOf({ type, action, changes }: ToldChange, who: string, telling: Telling): string[] {
  const { words } = telling;
  const acts: Readonly<Record<string, HistoryWords['history']['acts'][keyof HistoryWords['history']['acts']]>> = words.acts;
  const act = acts[type];
  if (action === 'created' || action === 'deleted') return [act ? act[action](who) : words[action](who)];
  const fields = (words.fields as Readonly<Record<string, Fields>>)[type];
  const told = Object.entries(changes ?? {}).flatMap(([name, { before = null, after = null }]) => {
    const said = fields?.[name];
    if (said === undefined) return [];
    const write = AMOUNTS.has(name) ? priced : written;
    const [from, to] = [write(before, telling), write(after, telling)];
    return typeof said === 'string' ? [plain(said, who, from, to, words)] : (said(who, from, to, { before, after }) ?? []);
  });
  return told.length > 0 ? told : [act ? act.updated(who) : words.updated(who)];
}

/** A value as people write it; undefined for one that says nothing to them. */
function written(value: unknown, { words, formats: { number, date } }: Telling): string | null | undefined {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return number(value);
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value !== 'string' || value === MASK || ID.test(value)) return undefined;
  if (TIME.test(value)) return date(value);
  const values: Readonly<Record<string, string>> = words.values;
  return values[value] ?? words.quoted(value);
}

/** An amount of a currency that is not known says nothing. */
const priced = (value: unknown, { formats, currency }: Telling): string | null | undefined =>
  typeof value === 'number' && currency ? formats.money(value, currency) : value === null ? null : undefined;

function plain(
  field: string,
  who: string,
  from: string | null | undefined,
  to: string | null | undefined,
  words: HistoryWords['history'],
): string {
  if (from === undefined || to === undefined) return words.touched(who, field);
  if (from === null && to === null) return words.touched(who, field);
  if (from === null) return words.set(who, field, to!);
  return to === null ? words.cleared(who, field, from) : words.changed(who, field, from, to);
}
