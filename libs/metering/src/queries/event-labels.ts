import { type RawBuilder, sql } from 'kysely';
import { isPlainObject } from '#platform/wire';
import { labelOf } from './event.view.ts';

export interface LabeledEvent {
  readonly organization_id: string;
  readonly source: 'user' | 'system';
  readonly name: string;
  readonly metadata: { readonly [key: string]: unknown };
}

export interface EventTypeRow {
  readonly organization_id: string;
  readonly name: string;
  readonly label: string;
  readonly label_property_selector: string | null;
}

const MAX_LENGTH = 255;
const keyOf = ({ organization_id, name }: Pick<EventTypeRow, 'organization_id' | 'name'>): string => `${organization_id} ${name}`;

/** The types of events, each once. */
export function typesOf(events: readonly LabeledEvent[]): RawBuilder<EventTypeRow> {
  const distinct = [...new Map(events.map((event) => [keyOf(event), event])).values()];
  return sql<EventTypeRow>`
    select t.organization_id, t.name, t.label, t.label_property_selector from metering.event_types t
    join unnest(${distinct.map((event) => event.organization_id)}::uuid[], ${distinct.map(({ name }) => name)}::text[])
      as e (organization_id, name) on t.organization_id = e.organization_id and t.name = e.name`;
}

/** How events are labeled: by their metadata if their type selects a property that they have, else as their type. */
export function labeling(types: readonly EventTypeRow[]): (event: LabeledEvent) => string {
  const byName = new Map(types.map((type) => [keyOf(type), type]));
  return (event) => {
    const type = event.source === 'user' ? byName.get(keyOf(event)) : undefined;
    if (!type) return labelOf(event.name, event.source);
    return selected(type.label_property_selector, event.metadata) ?? type.label;
  };
}

/** The value at a path, if it is one that people can read. */
function selected(selector: string | null, metadata: LabeledEvent['metadata']): string | undefined {
  if (selector === null) return undefined;
  const property = selector.replace(/^metadata\./, '');
  const path = Object.hasOwn(metadata, property) ? [property] : property.split('.');
  const value = path.reduce<unknown>(
    (part, key) => (isPlainObject(part) && Object.hasOwn(part, key) ? part[key] : undefined),
    metadata,
  );
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  return String(value).slice(0, MAX_LENGTH) || undefined;
}
