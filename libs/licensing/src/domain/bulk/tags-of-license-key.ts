import { RecordTags } from '#support/tags';

/** The tags of a license key that a bulk change is about. */
export class TagsOfLicenseKey extends RecordTags {}
