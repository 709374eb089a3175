import { AggregateRoot, ValidationFailed, newId, NotPermitted, type FieldError } from '#kernel';
import { type BenefitType, type Promised, type PropertiesOf, rulesOf } from './benefit-type.ts';
import { BenefitCreated, BenefitUpdated } from './benefit.events.ts';
import type { Metadata } from './metadata.ts';
import type { Visibility } from './visibility.ts';

interface Details {
  readonly description: string;
  readonly visibility: Visibility;
  readonly metadata: Metadata;
}

/** Without a visibility it is seen where its type usually is. */
export type NewBenefit = Promised &
  Omit<Details, 'visibility'> & {
    readonly organizationId: string;
    readonly visibility?: Visibility | null;
    readonly deletable?: boolean;
  };
export type BenefitChanges = Partial<Details> & { readonly type: string; readonly properties?: PropertiesOf[BenefitType] };

const SHORTEST = 3;
const LONGEST = 42;

/** Something that a seller promises, and that customers are granted. Its type is for life. */
export class Benefit extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly type: BenefitType;
  private description: string;
  private visibility: Visibility;
  private properties: PropertiesOf[BenefitType];
  private metadata: Metadata;
  private readonly deletable: boolean;
  private deletedAt: Date | null;

  constructor(birth: NewBenefit) {
    super();
    this.id = newId();
    this.organizationId = birth.organizationId;
    this.type = birth.type;
    this.description = birth.description;
    this.visibility = birth.visibility ?? rulesOf(birth.type).visibleAtFirst;
    this.properties = birth.properties;
    this.metadata = birth.metadata;
    this.deletable = birth.deletable ?? true;
    this.deletedAt = null;
  }

  static create(birth: NewBenefit, at: Date): Benefit {
    check(birth.type, birth.description, birth.properties);
    const properties = rulesOf(birth.type).normalized(birth.properties);
    const benefit = new Benefit({ ...birth, properties } as NewBenefit);
    benefit.record(new BenefitCreated(benefit.organizationId, benefit.id, at, { type: benefit.type }));
    return benefit;
  }

  get isDeleted(): boolean {
    return this.deletedAt !== null;
  }

  /** Changes what is given. The properties are replaced as a whole; the type has to be named, and stays. */
  update(changes: BenefitChanges, at: Date): void {
    if (changes.type !== this.type) throw ValidationFailed.at(['type'], 'Benefit type cannot be changed.', changes.type);
    const rules = rulesOf(this.type);
    const { description = this.description, visibility = this.visibility, metadata = this.metadata } = changes;
    check(this.type, description, changes.properties ?? this.properties);
    const properties = rules.normalized(changes.properties ?? this.properties);
    const termsDiffer = rules.termsDiffer(this.properties, properties);
    Object.assign(this, { description, visibility, metadata, properties });
    this.recordUpdate(at, termsDiffer);
  }

  /** What was granted is taken back by those who hear of it. */
  delete(at: Date): void {
    if (!this.deletable) throw new NotPermitted();
    this.deletedAt = at;
    this.recordUpdate(at, false);
  }

  private recordUpdate(at: Date, termsDiffer: boolean): void {
    const facts = { type: this.type, is_deleted: this.isDeleted, license_key_terms_changed: termsDiffer };
    this.record(new BenefitUpdated(this.organizationId, this.id, at, facts));
  }
}

function check(type: BenefitType, description: string, properties: PropertiesOf[BenefitType]): void {
  const problems: FieldError[] = rulesOf(type)
    .problemsOf(properties)
    .map((each) => ({ ...each, at: ['properties', ...each.at] }));
  const { length } = [...description];
  if (length < SHORTEST || length > LONGEST) {
    const message = `A description has ${SHORTEST} to ${LONGEST} characters.`;
    problems.unshift({ at: ['description'], message, type: 'value_error', input: description });
  }
  if (problems.length > 0) throw new ValidationFailed(problems);
}
