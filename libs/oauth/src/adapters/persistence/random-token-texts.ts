import { Injectable } from '@nestjs/common';
import { newToken } from '#platform/secrets';
import { OAuthTokenTexts } from '../../domain/oauth-token-texts.ts';

@Injectable()
export class RandomTokenTexts extends OAuthTokenTexts {
  newAccessToken(): string {
    return newToken('at');
  }
}
