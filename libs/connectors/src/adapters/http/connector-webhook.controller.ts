import { Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { BadRequest, ResourceNotFound } from '#kernel';
import {
  BodyBytes,
  type Bytes,
  type CountedFailures,
  CurrentExchange,
  type Exchange,
  Input,
  type InputOf,
  Intercepted,
  NotAudited,
  NotIdempotent,
  Responses,
  TakesBytes,
} from '#platform/http';
import { ReceiveProviderEvent } from '../../commands/receive-provider-event.ts';
import { ReceivedView } from '../../queries/connector-event.view.ts';
import { OneConnectorRequest } from './connectors.dto.ts';

const LARGEST = 1024 * 1024;
const UNKNOWN_CONNECTORS = {
  quota: 'keyFailures',
  name: 'unknown connectors',
  isFailure: (error) => error instanceof ResourceNotFound,
  attemptOf: () => ({ within: 'connectors' }),
} as const satisfies CountedFailures;
const utf8 = new TextDecoder('utf-8', { fatal: true });

class WebhookEventInvalid extends BadRequest {
  constructor() {
    super('The body is not an event of the payment provider.');
  }
}

/** For payment providers. The signature of the body is the credential. */
@ApiTags('connectors')
@Controller('v1/connectors/:id/webhook')
export class ConnectorWebhookController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  @NotAudited('The connector stores each event. What becomes of it is in the log.')
  @HttpCode(200)
  @NotIdempotent('An event has an ID of the provider, and one that is repeated has no effect.')
  @Intercepted({ failures: UNKNOWN_CONNECTORS })
  @TakesBytes(LARGEST)
  @Responses({
    summary: 'Accept an event of a payment provider',
    description:
      'Payment providers send their events here, at most 1 MiB, signed with the secret of the connector. The event is stored, and processed afterwards. An event that was received before has no effect. Requires no credentials but the signature.',
    ok: { status: 200, view: ReceivedView },
    errors: {
      400: [
        'WebhookSignatureInvalid or WebhookEventInvalid',
        'The signature is missing, not made with the secret of the connector, or too old; or the body is no event.',
      ],
      404: ['ResourceNotFound', 'The connector does not exist or is deleted. The body is not read.'],
      429: ['TooManyRequests', 'Too many connectors that do not exist were named from the network of the client.', 'limit'],
    },
  })
  async receive(
    @Input(OneConnectorRequest) { path }: InputOf<typeof OneConnectorRequest>,
    @BodyBytes() bytes: Bytes,
    @CurrentExchange() exchange: Exchange,
  ): Promise<{ received: true; is_new: boolean }> {
    const headers = Object.fromEntries(
      Object.entries(exchange.request.headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
    const request = { headers, read: () => textOf(bytes) };
    const isNew = await this.commands.execute(new ReceiveProviderEvent(path.id, request));
    return { received: true, is_new: isNew };
  }
}

async function textOf(bytes: Bytes): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  try {
    return utf8.decode(Buffer.concat(chunks));
  } catch {
    throw new WebhookEventInvalid();
  }
}
