import { createHash } from 'node:crypto';
import { canonicalJson } from '#support/json';

/** An entry of the audit log, under the names and in the forms of the API. */
export interface AuditedEntry {
  readonly id: string;
  readonly created_at: string;
  readonly organization_id: string;
  readonly actor: { readonly type: string; readonly id: string | null; readonly credential_id: string | null };
  readonly address: string | null;
  readonly request_id: string | null;
  readonly event: string | null;
  readonly operation: string;
  readonly action: string;
  readonly resource: { readonly type: string; readonly id: string };
  readonly customer_id: string | null;
  readonly changes: object | null;
}

/** What an entry is chained by. Digests are SHA-256, in hexadecimal. */
export interface ChainLink {
  /** Counts from 1 in each organization. */
  readonly position: number;
  /** The digest of the entry before; null for the first one. */
  readonly previous: string | null;
  /** The digest of what may be erased. It stays when that is erased, so the chain stays true. */
  readonly valuesDigest: string;
  readonly digest: string;
}

/** Where the chain of an organization ends. */
export interface ChainHead {
  readonly organizationId: string;
  /** When its entry was written. */
  readonly createdAt: string;
  readonly position: number;
  readonly digest: string;
}

/** Their addresses are erased with the customer. */
const CUSTOMER_SIDE = new Set(['customer', 'member', 'anonymous']);

const sha256 = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');

const isErasable = ({ actor }: AuditedEntry): boolean => CUSTOMER_SIDE.has(actor.type);

const valuesDigestOf = (entry: AuditedEntry): string =>
  sha256({ address: isErasable(entry) ? entry.address : null, changes: entry.changes });

function digestOf(entry: AuditedEntry, { position, previous, valuesDigest }: Omit<ChainLink, 'digest'>): string {
  const { address, changes: _, ...facts } = entry;
  return sha256({
    ...facts,
    address: isErasable(entry) ? null : address,
    values_digest: valuesDigest,
    position,
    previous_digest: previous,
  });
}

/** The link of an entry that follows another one, or begins the chain of its organization. */
export function linkOf(entry: AuditedEntry, before: Pick<ChainLink, 'position' | 'digest'> | undefined): ChainLink {
  const link = {
    position: (before?.position ?? 0) + 1,
    previous: before?.digest ?? null,
    valuesDigest: valuesDigestOf(entry),
  };
  return { ...link, digest: digestOf(entry, link) };
}

export type ChainFault =
  /** A fact of the entry is not what it was. */
  | 'changed'
  /** A value is neither what it was nor erased. */
  | 'values_changed'
  /** The entry is gone. */
  | 'missing'
  /** The link does not follow the one before, or is not the one that the chain ends with. */
  | 'unlinked';

/**
 * Why an entry is not what was linked; undefined if it is. `before` is the link of the entry before, null if there was none, and undefined if
 * that is not known, because it is no longer kept.
 */
export function faultOf(
  entry: AuditedEntry | undefined,
  link: ChainLink,
  before: ChainLink | null | undefined,
): ChainFault | undefined {
  if (before !== undefined && !follows(link, before)) return 'unlinked';
  if (!entry) return 'missing';
  if (digestOf(entry, link) !== link.digest) return 'changed';
  if (valuesDigestOf(entry) !== link.valuesDigest && !isErased(entry)) return 'values_changed';
  return undefined;
}

const follows = (link: ChainLink, before: ChainLink | null): boolean =>
  link.previous === (before?.digest ?? null) && link.position === (before?.position ?? 0) + 1;

/** Whether the values of an entry are gone. Those of an import never were there. */
export const isErased = (entry: AuditedEntry): boolean =>
  entry.changes === null && (entry.address === null || !isErasable(entry));

/** A link with its entry, which is undefined if that is gone. */
export interface LinkedEntry {
  readonly link: ChainLink;
  readonly createdAt: string;
  readonly id: string;
  readonly entry: AuditedEntry | undefined;
}

/**
 * The links of the entries of each organization, in the order of their times. They are made some seconds after the entries, because entries
 * of one organization are written at the same time by several transactions, which a chain would let wait for each other.
 */
export abstract class AuditChain {
  /** Links the next entries, at most `atMost`. Returns whether more are left; false, too, while another process links them. */
  abstract linkNext(atMost: number): Promise<boolean>;

  /** Since when there are links, and up to when all entries have one. */
  abstract extent(): Promise<{ readonly since: Date; readonly until: Date }>;

  /** The ends of the chains of all organizations, or of one. */
  abstract heads(organizationId?: string): Promise<ChainHead[]>;

  /** The next links of an organization after an entry, from a time on. */
  abstract links(organizationId: string, from: Date, after: LinkedEntry | undefined, atMost: number): Promise<LinkedEntry[]>;

  /** The entries of an organization from a time to another that have no link, at most `atMost`. */
  abstract unlinked(organizationId: string, from: Date, to: Date, atMost: number): Promise<AuditedEntry[]>;
}
