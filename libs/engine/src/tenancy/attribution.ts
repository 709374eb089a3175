/** Who makes a change. */
export interface Actor {
  /** `operator` is somebody at the command line, `system` the worker, `anonymous` a client without credentials. */
  readonly type: 'user' | 'organization' | 'customer' | 'member' | 'operator' | 'system' | 'anonymous';
  /** The user, organization, customer or member. */
  readonly id: string | null;
  /** The access token or portal session. */
  readonly credentialId: string | null;
  /** The customer, if a customer or a member acts. */
  readonly customerId: string | null;
  /** The organizations in whose logs changes appear that belong to no organization, such as those of personal access tokens. */
  readonly organizations: readonly string[];
}

const nobody = (type: 'operator' | 'system' | 'anonymous'): Actor => ({
  type,
  id: null,
  credentialId: null,
  customerId: null,
  organizations: [],
});

export const ANONYMOUS = nobody('anonymous');
export const OPERATOR = nobody('operator');
export const SYSTEM = nobody('system');

/** To whom and to what the audit log attributes the changes of a `RequestContext`. */
export interface Attribution {
  actor: Actor;
  /** The method and path of a request, the id of a subscriber, the name of a scheduled job, or a command of the command line. */
  readonly operation: string;
  /** The address of the client. */
  readonly address: string | null;
  /** The request that asks for the changes, or caused the event that is processed. */
  readonly requestId: string | null;
  /** The name and number of the event that is processed. */
  readonly event: string | null;
  /** Whether the values of changed fields are left out. */
  readonly withoutValues: boolean;
}

/** The attribution of changes that no client asks for. */
export const internalAttribution = (actor: Actor, operation: string): Attribution => ({
  actor,
  operation,
  address: null,
  requestId: null,
  event: null,
  withoutValues: false,
});
