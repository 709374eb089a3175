import type { CommandBus } from '@nestjs/cqrs';
import { Access } from '#kernel';
import { ActivateLicenseKey, IssueLicenseKeys, UpdateLicenseKey } from '#licensing';
import type { DemoLicenseKey, DemoLicenseKeys } from './demo.ts';

interface Sale {
  readonly organizationId: string;
  readonly customerId: string;
  readonly benefitId: string;
}

const DAY_MS = 86_400_000;
const USES = 5;

/** Issues one key in every state that a client has to handle. */
export async function makeLicenseKeys(
  commands: CommandBus,
  { organizationId, customerId, benefitId }: Sale,
): Promise<DemoLicenseKeys> {
  const access = new Access([organizationId], [organizationId], 'products');
  const issue = async (terms: Partial<IssueLicenseKeys['inputs'][number]> = {}): Promise<DemoLicenseKey> => {
    const [issued] = await commands.execute(new IssueLicenseKeys(access, [{ path: [], customerId, benefitId, ...terms }]));
    return { id: issued!.id, key: issued!.key, customer_id: customerId, benefit_id: benefitId };
  };
  const withStatus = async (status: 'revoked' | 'disabled'): Promise<DemoLicenseKey> => {
    const licenseKey = await issue();
    await commands.execute(new UpdateLicenseKey(access, licenseKey.id, { status }));
    return licenseKey;
  };
  const activated = async ({ key, ...rest }: DemoLicenseKey): Promise<DemoLicenseKey> => {
    const installation = { label: 'The only device', conditions: {}, meta: {}, device: null };
    await commands.execute(new ActivateLicenseKey({ organizationId, key }, installation));
    return { key, ...rest };
  };
  return {
    active: await issue(),
    no_activations: await issue({ limitActivations: null }),
    revoked: await withStatus('revoked'),
    disabled: await withStatus('disabled'),
    expired: await issue({ expiresAt: new Date(Date.now() - DAY_MS) }),
    limit_reached: await activated(await issue({ limitActivations: 1 })),
    usage_limited: { ...(await issue({ limitUsage: USES })), remaining: USES },
  };
}
