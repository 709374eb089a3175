/** A JSON value: event payloads hold primitives and ids, never domain objects. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The data of an event, in snake_case and without secrets: it is stored in the outbox as it is. */
export type EventPayload = { readonly [field: string]: JsonValue };

/**
 * Something that happened, named in the past tense. `Name` is the published name, such as `license_key.activated`.
 * `Payload` is a type alias, not an interface: only aliases are assignable to an index signature.
 */
export abstract class DomainEvent<Name extends string = string, Payload extends EventPayload = EventPayload> {
  abstract readonly name: Name;

  protected constructor(
    readonly organizationId: string,
    readonly aggregateId: string,
    readonly occurredAt: Date,
    readonly payload: Payload,
  ) {}
}

/** What the states of all aggregates have. Users, for example, belong to no organization. */
interface AggregateState {
  readonly id: string;
  readonly organizationId?: string | null;
}

type OrganizationOf<State> = State extends { readonly organizationId: infer Id }
  ? Id
  : State extends { readonly organizationId?: infer Id }
    ? Id | undefined
    : undefined;

/** The events whose classes a module exports. An abstract class is none: its name could be any, and nobody would miss a subscriber. */
export type EventsIn<Module> = {
  [Name in keyof Module]: Module[Name] extends new (...args: never) => infer Event ? Event : never;
}[keyof Module];

/**
 * An aggregate checks its rules, changes its own state and records domain events. Nobody else changes the state: others read it in
 * getters and in the snapshot. The repository writes the recorded events in the transaction that stores the aggregate.
 */
export abstract class AggregateRoot<State extends AggregateState> {
  private recorded?: DomainEvent[];

  protected constructor(protected readonly state: State) {}

  /** The aggregate that had this state when it was stored. */
  static fromState<A extends AggregateRoot<AggregateState>>(this: { readonly prototype: A }, state: A['snapshot']): A {
    return Reflect.construct(this as never, [{ ...state }]) as A;
  }

  get id(): string {
    return this.state.id;
  }

  get organizationId(): OrganizationOf<State> {
    return this.state.organizationId as OrganizationOf<State>;
  }

  /** The state itself, not a copy, for those who store it. */
  get stored(): Readonly<State> {
    return this.state;
  }

  /** A frozen copy of the state. */
  get snapshot(): Readonly<State> {
    return Object.freeze({ ...this.state });
  }

  /** Calls `change`. If it throws, the state is the one from before, and what it recorded is forgotten. */
  allOrNothing<T>(change: () => T): T {
    const before = { ...this.state };
    try {
      return change();
    } catch (error) {
      for (const name of Object.keys(this.state)) if (!(name in before)) delete this.state[name as keyof State];
      Object.assign(this.state, before);
      this.recorded = undefined;
      throw error;
    }
  }

  protected record(event: DomainEvent): void {
    (this.recorded ??= []).push(event);
  }

  /** Returns the events recorded since the last call, and forgets them. */
  pullEvents(): DomainEvent[] {
    const events = this.recorded ?? [];
    this.recorded = undefined;
    return events;
  }
}
