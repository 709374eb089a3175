import { Injectable } from '@nestjs/common';
import { type Provider, type ProviderName, Providers } from '../../domain/provider.ts';
import { LemonSqueezy } from './lemon-squeezy.ts';
import { Paddle } from './paddle.ts';
import { Stripe } from './stripe.ts';

@Injectable()
export class KnownProviders extends Providers {
  private readonly byName: { readonly [N in ProviderName]: Provider } = {
    stripe: new Stripe(),
    paddle: new Paddle(),
    lemon_squeezy: new LemonSqueezy(),
  };

  of(name: ProviderName): Provider {
    return this.byName[name];
  }
}
