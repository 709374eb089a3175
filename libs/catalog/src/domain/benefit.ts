import { AggregateRoot, fieldError, ValidationFailed, newId, NotPermitted, type FieldError, applyChanges } from '#kernel';
import { type BenefitType, type TypedProperties, type PropertiesOf, rulesOf } from './benefit-type.ts';
import { BenefitCreated, BenefitUpdated } from './benefit.events.ts';
import type { Metadata } from './metadata.ts';
import type { Visibility } from './visibility.ts';

interface Details {
  readonly description: string;
  readonly visibility: Visibility;
  readonly metadata: Metadata;
}

/** Without a visibility, the default of the type applies. */
export type NewBenefit = TypedProperties &
  Omit<Details, 'visibility'> & {
    readonly organizationId: string;
    readonly visibility?: Visibility | null;
    readonly deletable?: boolean;
  };
export type BenefitChanges = Partial<Details> & { readonly type: string; readonly properties?: PropertiesOf[BenefitType] };

type Changeable = Details & { readonly properties: PropertiesOf[BenefitType] };

const MIN_LENGTH = 3;
const MAX_LENGTH = 42;

export interface BenefitState {
  readonly id: string;
  readonly organizationId: string;
  readonly type: BenefitType;
  description: string;
  visibility: Visibility;
  properties: PropertiesOf[BenefitType];
  metadata: Metadata;
  readonly deletable: boolean;
  deletedAt: Date | null;
}

/** Something that a seller offers with products and that customers are granted. Its type cannot change. */
export class Benefit extends AggregateRoot<BenefitState> {
  static create(attributes: NewBenefit, now: Date): Benefit {
    check(attributes.type, attributes, attributes.properties);
    const properties = rulesOf(attributes.type).normalized(attributes.properties);
    const benefit = new Benefit({
      ...attributes,
      id: newId('benefit'),
      visibility: attributes.visibility ?? rulesOf(attributes.type).defaultVisibility,
      properties,
      deletable: attributes.deletable ?? true,
      deletedAt: null,
    });
    benefit.record(new BenefitCreated(benefit.organizationId, benefit.id, now, { type: benefit.type }));
    return benefit;
  }

  get type(): BenefitType {
    return this.state.type;
  }

  get isDeleted(): boolean {
    return this.state.deletedAt !== null;
  }

  /** `properties` are replaced as a whole, but for those of a flag. `type` is required and has to be the current one. */
  update(changes: BenefitChanges, now: Date): void {
    if (changes.type !== this.state.type) throw ValidationFailed.at(['type'], 'Benefit type cannot be changed.', changes.type);
    const rules = rulesOf(this.state.type);
    const { description = this.state.description, visibility = this.state.visibility, metadata } = changes;
    const sent = changes.properties ?? this.state.properties;
    const merged = rules.merged?.(this.state.properties, sent) ?? sent;
    check(this.state.type, { description, visibility }, merged);
    const properties = rules.normalized(merged);
    const differences = {
      license_key_terms_changed: rules.termsDiffer(this.state.properties, properties),
      license_key_expiry_changed: rules.expiryDiffers(this.state.properties, properties),
      license_key_quantity_changed: rules.quantityDiffers?.(this.state.properties, properties) ?? false,
    };

    if (applyChanges<Changeable>(this.state, { description, visibility, metadata, properties }).length === 0) return;
    this.recordUpdate(now, differences);
  }

  /** Subscribers of `benefit.updated` revoke the grants of a deleted benefit. */
  delete(now: Date): void {
    if (!this.state.deletable) throw new NotPermitted();
    this.state.deletedAt = now;
    this.recordUpdate(now, NO_DIFFERENCES);
  }

  private recordUpdate(now: Date, differences: typeof NO_DIFFERENCES): void {
    const facts = { type: this.state.type, is_deleted: this.isDeleted, ...differences };
    this.record(new BenefitUpdated(this.state.organizationId, this.state.id, now, facts));
  }
}

const NO_DIFFERENCES = {
  license_key_terms_changed: false,
  license_key_expiry_changed: false,
  license_key_quantity_changed: false,
};

function check(
  type: BenefitType,
  { description, visibility }: Pick<NewBenefit, 'description' | 'visibility'>,
  properties: PropertiesOf[BenefitType],
): void {
  /** The values of a flag are sent beside `properties`. */
  const place = type === 'feature_flag' ? [] : ['properties'];
  const { length } = [...description];
  const range = `${MIN_LENGTH} to ${MAX_LENGTH}`;
  const errors: FieldError[] = rulesOf(type)
    .errorsOf(properties)
    .map((each) => ({ ...each, path: [...place, ...each.path] }));
  ValidationFailed.throwIfAny([
    ...(length >= MIN_LENGTH && length <= MAX_LENGTH
      ? []
      : [fieldError(['description'], `A description has ${range} characters.`, description)]),
    ...errorsOfVisibility(type, visibility ?? null),
    ...errors,
  ]);
}

function errorsOfVisibility(type: BenefitType, visibility: Visibility | null): FieldError[] {
  const { visibilityIsFixed, defaultVisibility } = rulesOf(type);
  if (!visibilityIsFixed || visibility === null || visibility === defaultVisibility) return [];
  return [fieldError(['visibility'], `A benefit of this type is always ${defaultVisibility}.`, visibility)];
}
