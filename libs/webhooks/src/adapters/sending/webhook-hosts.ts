import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { AddressGuard } from '#platform/outgoing';
import { EndpointHosts } from '../../domain/endpoint-hosts.ts';

/** Webhooks go to public hosts, and to those of the setting `WEBHOOK_ALLOW`. */
@Injectable()
export class WebhookHosts extends EndpointHosts {
  readonly guard: AddressGuard;

  constructor({ webhookAllow }: Config) {
    super();
    this.guard = new AddressGuard(webhookAllow);
  }

  isAllowed(host: string, port: string): boolean {
    return this.guard.isAllowed(host, port);
  }

  isPublic(host: string): boolean {
    return this.guard.isPublic(host);
  }
}
