import { TagRepository } from '#support/tags';

/** The repository of the tags of customers. */
export abstract class CustomerTags extends TagRepository {}
