import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { FindMembers } from '#customer-portal/contract';
import type { CustomerView } from '#customer-portal/views';
import { type BenefitGrantSnapshot, FindBenefitGrants, FindPurchase } from '#entitlements/contract';
import type { LicenseKeyRow } from '../adapters/persistence/license-key.mapping.ts';
import type { RevocationCauseView } from './revocation-cause.view.ts';

type Revoked = Pick<LicenseKeyRow, 'status' | 'benefit_id' | 'grant_id' | 'member_id' | 'status_revision'>;

const NO_PURCHASE = { order_id: null, subscription_id: null, dispute_id: null } as const;

/** Why keys are revoked. What is not known to have another cause was done by hand. */
@Injectable()
export class RevocationCauses {
  constructor(private readonly queries: QueryBus) {}

  async of(key: Revoked, { deleted_at }: CustomerView): Promise<{ revoked_because?: RevocationCauseView[] }> {
    if (key.status !== 'revoked') return {};
    const isRemoved = deleted_at !== null || (await this.isRemoved(key));
    const grant = key.grant_id && (await this.queries.execute(new FindBenefitGrants([key.grant_id]))).get(key.grant_id);
    const ofPurchase = grant ? await this.causesOf(grant, key) : [];
    if (isRemoved) return { revoked_because: [...ofPurchase, { reason: 'removed', ...NO_PURCHASE }] };
    return { revoked_because: ofPurchase.length > 0 ? ofPurchase : [{ reason: 'by_hand', ...NO_PURCHASE }] };
  }

  private async isRemoved({ benefit_id, member_id }: Revoked): Promise<boolean> {
    const [benefits, members] = await Promise.all([
      this.queries.execute(new FindLicenseKeyBenefits([benefit_id])),
      member_id === null ? null : this.queries.execute(new FindMembers([member_id], 'not-deleted')),
    ]);
    return benefits.get(benefit_id)?.isDeleted === true || (members !== null && !members.has(member_id!));
  }

  /** A status that was set by hand may not have reached the grant yet: the key counts them. */
  private async causesOf(grant: BenefitGrantSnapshot, { status_revision }: Revoked): Promise<RevocationCauseView[]> {
    const { orderId: order_id, subscriptionId: subscription_id } = grant;
    const purchase = await this.queries.execute(
      new FindPurchase(order_id === null ? { subscriptionId: subscription_id! } : { orderId: order_id }),
    );
    const isByHand = grant.keyStatus === 'revoked' || status_revision > grant.keyStatusRevision;
    const hindrances = purchase?.hindrances ?? [];
    const lostSeat = hindrances.length === 0 && !isByHand && !grant.isGranted;
    const named = { order_id, subscription_id, dispute_id: null };
    return [
      ...hindrances.map(({ reason, disputeId }) => ({ reason, ...named, dispute_id: disputeId })),
      ...(isByHand ? [{ reason: 'by_hand', ...named } as const] : []),
      ...(lostSeat ? [{ reason: grant.isBySeats ? 'seat' : 'removed', ...named } as const] : []),
    ];
  }
}
