/** What a payload may hold: facts for strangers, so primitives and ids, never objects of the domain. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Something that happened, in the past tense. `name` is the event's name on the wire, such as `license_key.activated`. */
export abstract class DomainEvent {
  abstract readonly name: string;

  protected constructor(
    readonly organizationId: string,
    readonly aggregateId: string,
    readonly occurredAt: Date,
    /** Written to the outbox as it is: snake_case, no secrets. */
    readonly payload: { readonly [key: string]: JsonValue } = {},
  ) {}
}
