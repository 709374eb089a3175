import { withoutBidiControls } from '#support/texts';
import { Conflict, type Sync, ValidationFailed } from '#kernel';

export const LONGEST_TAG = 40;
/** How many a record can have. */
export const MOST_TAGS = 20;
/** How many different ones the records of one kind can have in an organization. */
export const MOST_DIFFERENT_TAGS = 500;

/** Commas separate tags, where they are typed. */
const REFUSED = /[\p{Cc},]/u;

export class TooManyDifferentTags extends Conflict {
  constructor() {
    super(`An organization has at most ${MOST_DIFFERENT_TAGS} different tags of one kind of records.`);
  }
}

/** A text as tags are stored: with single spaces and in lower case, so that they are compared without case. */
export const plainTag = (text: string): string =>
  withoutBidiControls(text).trim().normalize('NFC').replace(/\s+/gu, ' ').toLowerCase();

const isShort = (tag: string): boolean => tag !== '' && [...tag].length <= LONGEST_TAG;

/** The tag that a text is, if it is one. */
export function tagIn(text: string): string | undefined {
  const tag = plainTag(text);
  return REFUSED.test(text.trim()) || !isShort(tag) ? undefined : tag;
}

/** The tag that a text is. Throws `ValidationFailed`. */
export function toTag(text: string, loc: readonly (string | number)[] = ['tags']): string {
  if (REFUSED.test(text.trim())) throw ValidationFailed.at(loc, 'A tag has no commas and no control characters.', text);
  const tag = plainTag(text);
  if (!isShort(tag)) throw ValidationFailed.at(loc, `A tag has 1 to ${LONGEST_TAG} characters.`, text);
  return tag;
}

/** A record of an organization that has tags. */
export interface TaggedRecord {
  readonly organizationId: string;
  readonly id: string;
  /** Whose it is, or who it is. */
  readonly customerId: string;
}

/** The tags of one record, in alphabetical order. */
export class RecordTags {
  private tags: readonly string[];

  /** `used`: the tags that records of this kind have in the organization. */
  constructor(
    readonly record: TaggedRecord,
    tags: readonly string[],
    private readonly used: ReadonlySet<string>,
  ) {
    this.tags = tags;
  }

  get all(): readonly string[] {
    return this.tags;
  }

  has(tag: string): boolean {
    return this.tags.includes(tag);
  }

  /** Whether another tag has room, here and among those of the organization. */
  canAdd(tag: string): boolean {
    return this.tags.length < MOST_TAGS && (this.used.has(tag) || this.used.size < MOST_DIFFERENT_TAGS);
  }

  /** Throws `ValidationFailed` for what is no tag, and for too many; `TooManyDifferentTags` if others have no room for new ones. */
  replace(texts: readonly string[]): void {
    const tags = [...new Set(texts.map((text, index) => toTag(text, ['tags', index])))].sort();
    if (tags.length > MOST_TAGS) throw ValidationFailed.at(['tags'], `A record has at most ${MOST_TAGS} tags.`, texts);
    const added = tags.filter((tag) => !this.used.has(tag));
    if (added.length > 0 && this.used.size + added.length > MOST_DIFFERENT_TAGS) throw new TooManyDifferentTags();
    this.tags = tags;
  }

  add(tag: string): void {
    if (!this.has(tag)) this.tags = [...this.tags, tag].sort();
  }

  remove(tag: string): void {
    this.tags = this.tags.filter((each) => each !== tag);
  }
}

/** Selects a record by id within the given organizations. */
export interface WhichRecord {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The repository of the tags of one kind of records. */
export abstract class TagRepository {
  /** Changes the tags of a record. Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change(which: WhichRecord, by: (tags: RecordTags) => Sync<void>): Promise<void>;

  /** Gives the tags of a record to another one, as far as that has room for them. The first one has none then. */
  abstract move(organizationId: string, from: string, to: string): Promise<void>;

  /** Removes all tags of these records of an organization. */
  abstract erase(organizationId: string, ids: readonly string[]): Promise<void>;
}
