import { AggregateRoot, applyChanges, newId, ValidationFailed } from '#kernel';
import { versionOrder } from '#support/versions';
import type { Channel } from './channels.ts';
import { ReleaseNotDraft, ReleaseNotPublished, ReleaseWithoutArtifacts, TooManyArtifacts } from './release.errors.ts';
import { ReleasePublished, ReleaseYanked } from './release.events.ts';
import { isVersion, type VersionScheme } from './release-version.ts';

export type ReleaseStatus = 'draft' | 'published' | 'yanked';

export const MOST_ARTIFACTS = 100;

interface Details {
  channel: Channel;
  /** Markdown by language, as BCP 47 tags. */
  notes: { readonly [language: string]: string };
  /** The feature flags that a license key needs to have, all of them. */
  requiredBenefitIds: readonly string[];
  /** How many of a hundred devices get the release. */
  rolloutPercentage: number;
}

export interface ReleaseState extends Details {
  readonly id: string;
  readonly organizationId: string;
  readonly productId: string;
  readonly version: string;
  readonly versionScheme: VersionScheme;
  /** Sorts versions as bytes, and is the same for versions that are equal. */
  readonly versionOrder: string;
  status: ReleaseStatus;
  publishedAt: Date | null;
  yankedAt: Date | null;
  yankReason: string | null;
  readonly createdAt: Date;
  modifiedAt: Date | null;
}

export type NewRelease = Readonly<Details> & Pick<ReleaseState, 'organizationId' | 'productId' | 'version' | 'versionScheme'>;

/** `undefined` leaves a value unchanged. */
export type ReleaseChanges = Partial<Readonly<Details>>;

/** One version of a product, with the files that are its artifacts. */
export class Release extends AggregateRoot<ReleaseState> {
  static create(attributes: NewRelease, now: Date): Release {
    const { version, versionScheme } = attributes;
    if (!isVersion(versionScheme, version))
      throw ValidationFailed.at(['version'], `The version is not one of the scheme ${versionScheme}.`, version);
    return new Release({
      ...attributes,
      requiredBenefitIds: [...new Set(attributes.requiredBenefitIds)],
      id: newId('release'),
      versionOrder: versionOrder(version),
      status: 'draft',
      publishedAt: null,
      yankedAt: null,
      yankReason: null,
      createdAt: now,
      modifiedAt: null,
    });
  }

  get status(): ReleaseStatus {
    return this.state.status;
  }

  /** The channel changes only while the release is a draft. */
  update({ requiredBenefitIds, ...changes }: ReleaseChanges, now: Date): void {
    if (changes.channel !== undefined && changes.channel !== this.state.channel) this.assertDraft();
    const required = requiredBenefitIds && [...new Set(requiredBenefitIds)];
    const changed = applyChanges<Details>(this.state, { ...changes, requiredBenefitIds: required });
    if (changed.length > 0) this.state.modifiedAt = now;
  }

  /** Throws unless the release takes an artifact beside so many others. */
  assertTakesArtifact(others: number): void {
    this.assertDraft();
    if (others >= MOST_ARTIFACTS) throw new TooManyArtifacts(MOST_ARTIFACTS);
  }

  /** What is published stays as it is. */
  assertDraft(): void {
    if (this.state.status !== 'draft') throw new ReleaseNotDraft(this.state.status);
  }

  /** `publishedAt` is earlier for a release that was published elsewhere before: update periods of license keys are compared with it. */
  publish(artifacts: number, now: Date, publishedAt: Date | null = null): void {
    this.assertDraft();
    if (artifacts === 0) throw new ReleaseWithoutArtifacts();
    if (publishedAt !== null && publishedAt > now)
      throw ValidationFailed.at(['publishedAt'], 'The time is in the future.', publishedAt.toISOString());
    this.state.status = 'published';
    this.state.publishedAt = publishedAt ?? now;
    this.state.modifiedAt = now;
    this.record(new ReleasePublished(this.state.organizationId, this.id, now, this.named));
  }

  yank(reason: string | null, now: Date): void {
    if (this.state.status !== 'published') throw new ReleaseNotPublished();
    this.state.status = 'yanked';
    this.state.yankedAt = now;
    this.state.yankReason = reason;
    this.state.modifiedAt = now;
    this.record(new ReleaseYanked(this.state.organizationId, this.id, now, { ...this.named, reason }));
  }

  private get named() {
    const { productId, version, channel } = this.state;
    return { product_id: productId, version, channel };
  }
}
