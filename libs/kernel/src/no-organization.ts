/** Events about users belong to no organization. This id stands for none, so those of all users share a turn in the outbox. */
export const NO_ORGANIZATION = '00000000-0000-4000-8000-000000000000';
