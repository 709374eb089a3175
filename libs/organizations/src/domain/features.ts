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

/** The feature flags of an organization. */
export interface FeaturesState {
  featureSettings: FeatureSettings;
  seatBasedPricing: boolean;
}

/** New organizations always have the member model and seat-based pricing enabled. */
export function initialFeatures(changes: FeatureChanges = {}): FeaturesState {
  const { checkout_localization_enabled = false, overview_metrics = null } = changes;
  return {
    featureSettings: { ...NONE, member_model_enabled: true, checkout_localization_enabled, overview_metrics },
    seatBasedPricing: true,
  };
}

/** Seat-based pricing needs the member model and cannot be disabled. */
export function changedFeatures(
  { featureSettings, seatBasedPricing }: FeaturesState,
  { seat_based_pricing_enabled: seats, ...changes }: FeatureChanges,
): FeaturesState {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined && value !== null));
  const settings = { ...featureSettings, ...given };
  if (seats === false && seatBasedPricing) {
    throw ValidationFailed.at(SEATS, 'Seat-based pricing cannot be disabled once it is enabled.', seats);
  }
  if (seats && !settings.member_model_enabled)
    throw ValidationFailed.at(SEATS, 'Seat-based pricing needs the member model.', seats);
  return { featureSettings: settings, seatBasedPricing: seats ?? seatBasedPricing };
}

export const allowsDisputeAutoAccept = ({ featureSettings }: FeaturesState): boolean =>
  featureSettings.disputes_enabled && featureSettings.dispute_auto_accept_enabled;

export const allowsProrationReset = ({ featureSettings }: FeaturesState): boolean =>
  featureSettings.reset_proration_behavior_enabled;
