import { hash } from 'node:crypto';

/** Where the picture of an address is looked for; nothing there answers 404, so that a client can fall back. */
export const avatarOf = (addressKey: string): string => `https://www.gravatar.com/avatar/${hash('sha256', addressKey)}?d=404`;
