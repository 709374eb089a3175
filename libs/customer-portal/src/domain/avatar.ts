import { hash } from 'node:crypto';

/** Gravatar URL of a normalized address. It responds with 404 if there is no picture, so that clients can fall back. */
export const avatarOf = (emailKey: string): string => `https://www.gravatar.com/avatar/${hash('sha256', emailKey)}?d=404`;
