import { auth, type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { CallToolResult, TextContent } from '@modelcontextprotocol/sdk/types.js';
import { CALLBACK, ISSUER, type OpenIdApi } from './openid.ts';
import { PlainBrowser } from './plain-browser.ts';
import { seedUserSession } from './seed-user.ts';

export const MCP = `${ISSUER}/mcp`;

export interface ToolAnswer {
  readonly isError: boolean;
  readonly notice: string;
  readonly data: Record<string, unknown>;
  readonly digest?: string;
}

/** An application for models as its authors build it: with the SDK, which registers it and signs its user in. */
export class McpApplication implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = {
    client_name: 'Assistant',
    redirect_uris: [CALLBACK],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  };
  readonly browser: PlainBrowser;
  private information: OAuthClientInformationMixed | undefined;
  private kept: OAuthTokens | undefined;
  private verifier = '';
  private asked = '';

  constructor(
    private readonly openid: OpenIdApi,
    /** Where its user has found the tools. */
    private readonly address = MCP,
  ) {
    this.browser = new PlainBrowser(openid);
  }

  clientInformation = (): OAuthClientInformationMixed | undefined => this.information;
  saveClientInformation = (information: OAuthClientInformationMixed): void => void (this.information = information);
  tokens = (): OAuthTokens | undefined => this.kept;
  saveTokens = (tokens: OAuthTokens): void => void (this.kept = tokens);
  redirectToAuthorization = (url: URL): void => void (this.asked = url.href);
  saveCodeVerifier = (verifier: string): void => void (this.verifier = verifier);
  codeVerifier = (): string => this.verifier;

  get accessToken(): string {
    return this.kept!.access_token;
  }

  /** Refused without a token, it sends the browser of the user to the pages of the service. */
  async begin(userId: string): Promise<void> {
    await this.connect().catch((error: unknown) => {
      if (!(error instanceof UnauthorizedError)) throw error;
    });
    this.browser.setCookie('latchkey_session', await seedUserSession(this.openid.api, userId));
    await this.browser.open(this.asked);
  }

  /** The user allows what the page asks, with these fields of its form. */
  async allow(fields: Record<string, string>): Promise<Client> {
    const back = new URL(await this.browser.press('allow', fields));
    await this.transport().finishAuth(back.searchParams.get('code')!);
    return this.connect();
  }

  async connect(): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(this.transport());
    return client;
  }

  refresh = (): Promise<unknown> => auth(this, { serverUrl: this.address, fetchFn: this.fetch });

  private readonly fetch = (url: string | URL, init?: RequestInit): Promise<Response> => this.openid.fetch(String(url), init);

  private transport(): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(new URL(this.address), { authProvider: this, fetch: this.fetch });
  }
}

export async function askTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
  return { ...(JSON.parse((result.content[0] as TextContent).text) as ToolAnswer), isError: result.isError === true };
}
