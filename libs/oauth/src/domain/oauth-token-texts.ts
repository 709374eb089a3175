/** Creates the texts of tokens. Adapters decide on their format. */
export abstract class OAuthTokenTexts {
  abstract newAccessToken(): string;
}
