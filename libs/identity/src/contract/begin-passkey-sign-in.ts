import { Command } from '@nestjs/cqrs';
import type { JsonValue } from '#kernel';

/** Returns options with which a browser asks for a signature by a passkey of anybody, as JSON of WebAuthn. */
export class BeginPasskeySignIn extends Command<{ readonly [key: string]: JsonValue }> {}
