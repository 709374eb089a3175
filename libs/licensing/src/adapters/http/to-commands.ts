import { ActivateLicenseKey } from '../../commands/activations/activate-license-key.ts';
import { DeactivateLicenseKey } from '../../commands/activations/deactivate-license-key.ts';
import { HeartbeatLicenseKey } from '../../commands/floating/heartbeat-license-key.ts';
import type { IssueKeyInput } from '../../commands/keys/issue-license-keys.ts';
import { LeaseLicenseKey } from '../../commands/leases/lease-license-key.ts';
import { ValidateLicenseKey } from '../../commands/keys/validate-license-key.ts';
import { type Access, ValidationFailed } from '#kernel';
import type { KeyCredentials } from '../../commands/keys/key-operation.ts';
import { type InputOf, isDryRun } from '#platform/http';
import type { Infer } from '#platform/wire';
import { camelCased } from '#support/texts';
import type { ApplicationView } from '../../queries/installation.view.ts';
import type { Device, ExplainedDevice } from '../../queries/device.view.ts';
import type { DeactivateRequest, PublicDeactivateRequest } from './deactivation.dto.ts';
import type { ActivateRequest, HeartbeatRequest, IssueKeyBody, UpdateRequest, ValidateRequest } from './license-key.dto.ts';
import type { LeaseKeyRequest } from './lease.dto.ts';
import { UpdateLicenseKey } from '../../commands/keys/update-license-key.ts';

type PresentedKeyBody = { key: string; organization_id: string };

/** Who presents a key: a seller, who sees keys of its organizations only, or anybody. */
type Presenter = Pick<KeyCredentials, 'within'> | Pick<KeyCredentials, 'origin'>;

/** Maps request fields to commands. */
const toCredentials = ({ key, organization_id }: PresentedKeyBody, presenter: Presenter): KeyCredentials => ({
  key,
  organizationId: organization_id,
  ...presenter,
});

export const applicationOf = ({ application }: { readonly application?: Infer<typeof ApplicationView> | null }) =>
  application ? { version: application.version ?? null, releasedAt: application.released_at ?? null } : null;

export const descriptionOf = (device: Infer<typeof Device> | null | undefined): ActivateLicenseKey['description'] =>
  device
    ? {
        components: device.components ?? {},
        class: device.class ?? null,
        virtual: device.virtual ?? null,
        platform: device.platform ?? null,
      }
    : null;

/** What an explanation is about. */
export function explainedDeviceOf(device: Infer<typeof ExplainedDevice> | string | null | undefined) {
  if (typeof device === 'string') return { device, description: null };
  return { device: device?.id ?? null, description: descriptionOf(device) };
}

/** Exactly one of both names the release. */
function releaseOf({ release }: InputOf<typeof ValidateRequest>['body']): ValidateLicenseKey['release'] {
  if (!release) return null;
  const { version, sha256 } = release;
  if (version && !sha256) return { version };
  if (sha256 && !version) return { sha256: sha256.toLowerCase() };
  throw ValidationFailed.at(['release'], 'Either version or sha256 is required', release, 'missing');
}

type InstallationInput = Pick<InputOf<typeof ActivateRequest>['body'], 'conditions' | 'meta' | 'benefit_id' | 'application'>;

/** What a request says about the installation beside its label. */
const installationOf = (
  body: InstallationInput,
  headers: Pick<InputOf<typeof ActivateRequest>['headers'], 'license-device' | 'license-installation'>,
) => ({
  conditions: body.conditions ?? {},
  meta: body.meta ?? {},
  device: headers['license-device'] ?? null,
  installation: headers['license-installation'] ?? null,
  benefitId: body.benefit_id,
  application: applicationOf(body),
});

export const toActivate = ({ body, headers }: InputOf<typeof ActivateRequest>, presenter: Presenter): ActivateLicenseKey =>
  new ActivateLicenseKey(
    toCredentials(body, presenter),
    { label: body.label, ...installationOf(body, headers) },
    isDryRun(headers),
    descriptionOf(body.device),
    headers['license-claim-email'] ?? null,
  );

const unitsOf = ({
  units,
  settled,
}: Pick<InputOf<typeof LeaseKeyRequest>['body'], 'units' | 'settled'>): LeaseLicenseKey['request']['units'] =>
  units || settled
    ? { take: units ?? {}, settled: settled ? { unitsId: settled.units_id, used: settled.units } : null }
    : undefined;

export const toLease = ({ body, headers }: InputOf<typeof LeaseKeyRequest>, presenter: Presenter): LeaseLicenseKey => {
  const { activation_id, label = null, nonce } = body;
  const installation = { label, ...installationOf(body, headers) };
  return new LeaseLicenseKey(
    toCredentials(body, presenter),
    {
      activationId: activation_id ?? null,
      installation,
      deviceKey: headers['license-device-key'],
      description: descriptionOf(body.device),
      units: unitsOf(body),
    },
    nonce ?? null,
  );
};

export const toValidate = ({ body, headers }: InputOf<typeof ValidateRequest>, presenter: Presenter): ValidateLicenseKey =>
  new ValidateLicenseKey(
    toCredentials(body, presenter),
    {
      activationId: body.activation_id ?? null,
      conditions: body.conditions ?? {},
      benefitId: body.benefit_id ?? null,
      customerId: body.customer_id ?? null,
      entitlements: body.entitlements ?? null,
      incrementUsage: body.increment_usage ?? 0,
      increment: body.increment,
      application: applicationOf(body),
    },
    isDryRun(headers),
    descriptionOf(body.device),
    body.product_id ?? null,
    releaseOf(body),
  );

export const toDeactivate = ({ body, headers }: InputOf<typeof DeactivateRequest>, presenter: Presenter): DeactivateLicenseKey =>
  new DeactivateLicenseKey(toCredentials(body, presenter), body.activation_id, isDryRun(headers));

export const toSignedDeactivate = (
  { body, headers }: InputOf<typeof PublicDeactivateRequest>,
  presenter: Presenter,
): DeactivateLicenseKey =>
  new DeactivateLicenseKey(
    toCredentials(body, presenter),
    body.activation_id,
    isDryRun(headers),
    headers['license-deactivation'] ?? null,
  );

export const toHeartbeat = ({ body, headers }: InputOf<typeof HeartbeatRequest>, presenter: Presenter): HeartbeatLicenseKey =>
  new HeartbeatLicenseKey(toCredentials(body, presenter), body.activation_id, isDryRun(headers));

/** The terms contain only the fields that were sent. */
export function toUpdate(access: Access, { path, body }: InputOf<typeof UpdateRequest>): UpdateLicenseKey {
  const { follow_benefit = [], updates_until, ...terms } = body;
  const follow = new Set(follow_benefit.flatMap((field) => (field === 'updates_until' ? [] : FOLLOWED_TERMS[field])));
  const updates = { until: updates_until, follows: follow_benefit.includes('updates_until') };
  return new UpdateLicenseKey(access, path.id, camelCased(terms), [...follow], updates);
}

const FOLLOWED_TERMS = { limit_activations: 'limitActivations', limit_usage: 'limitUsage', expires_at: 'expiresAt' } as const;

export const toIssueKeyInput = (body: IssueKeyBody, path: IssueKeyInput['path']): IssueKeyInput => ({
  ...camelCased(body),
  path,
});
