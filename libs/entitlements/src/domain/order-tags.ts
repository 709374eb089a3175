import { TagRepository } from '#support/tags';

/** The repository of the tags of orders. */
export abstract class OrderTags extends TagRepository {}
