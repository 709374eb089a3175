import { ValidationFailed } from '#kernel';

export const FEATURES = [
  'issue_funding_enabled',
  'wallets_enabled',
  'member_model_enabled',
  'checkout_localization_enabled',
  'reset_proration_behavior_enabled',
  'off_session_charges_enabled',
  'meter_cycling_enabled',
  'slack_benefit_enabled',
  'preview_access_enabled',
  'disputes_enabled',
  'sso_enabled',
  'dispute_auto_accept_enabled',
  'compass_enabled',
  'merchant_migration_enabled',
  'frame_ancestors_enforced',
] as const;
export type Feature = (typeof FEATURES)[number];

type FeatureSettings = { readonly [F in Feature]: boolean } & { readonly overview_metrics: string[] | null };

/** The settings that an organization can change itself. `undefined` and `null` leave a value unchanged. */
export interface FeatureChanges {
  readonly member_model_enabled?: boolean;
  readonly checkout_localization_enabled?: boolean;
  readonly seat_based_pricing_enabled?: boolean;
  readonly overview_metrics?: string[] | null;
}

const NONE = Object.fromEntries(FEATURES.map((feature) => [feature, false])) as { [F in Feature]: boolean };
const SEATS = ['featureSettings', 'seatBasedPricingEnabled'];

/** The feature flags of an organization. New organizations always have the member model and seat-based pricing enabled. */
export class Features {
  readonly featureSettings: FeatureSettings;
  readonly seatBasedPricing: boolean;

  constructor(featureSettings: FeatureSettings, seatBasedPricing: boolean) {
    this.featureSettings = featureSettings;
    this.seatBasedPricing = seatBasedPricing;
  }

  static create(changes: FeatureChanges = {}): Features {
    const { checkout_localization_enabled = false, overview_metrics = null } = changes;
    return new Features({ ...NONE, member_model_enabled: true, checkout_localization_enabled, overview_metrics }, true);
  }

  get allowDisputeAutoAccept(): boolean {
    return this.featureSettings.disputes_enabled && this.featureSettings.dispute_auto_accept_enabled;
  }

  get allowProrationReset(): boolean {
    return this.featureSettings.reset_proration_behavior_enabled;
  }

  /** Seat-based pricing needs the member model and cannot be disabled. */
  changed({ seat_based_pricing_enabled: seats, ...changes }: FeatureChanges): Features {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined && value !== null));
    const settings = { ...this.featureSettings, ...given };
    if (seats === false && this.seatBasedPricing) {
      throw ValidationFailed.at(SEATS, 'Seat-based pricing cannot be disabled once it is enabled.', seats);
    }
    if (seats && !settings.member_model_enabled)
      throw ValidationFailed.at(SEATS, 'Seat-based pricing needs the member model.', seats);
    return new Features(settings, seats ?? this.seatBasedPricing);
  }

  with(feature: Feature, on: boolean): Features {
    return new Features({ ...this.featureSettings, [feature]: on }, this.seatBasedPricing);
  }
}
