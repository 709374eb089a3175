import { TagRepository } from '#support/tags';

/** The repository of the tags of license keys. */
export abstract class LicenseKeyTags extends TagRepository {}
