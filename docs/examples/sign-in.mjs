// Signs a user in with Latchkey and calls the API for them. With the demo data of `npm start`:
//
//   node docs/examples/sign-in.mjs
//
// For an application of your own, set ISSUER, CLIENT_ID, CLIENT_SECRET and PORT. `http://localhost:PORT/callback` must be one of its
// registered redirect addresses.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import * as client from 'openid-client';

const DEMO = '.latchkey/demo.json';
const demo = existsSync(DEMO) ? JSON.parse(readFileSync(DEMO, 'utf8')).oidc : undefined;
const { ISSUER = demo?.issuer, CLIENT_ID = demo?.client_id, CLIENT_SECRET = demo?.client_secret, PORT = '8080' } = process.env;

// Everything else about the service is in its discovery document. `allowInsecureRequests` is for services without https, on one machine.
const isInsecure = new URL(ISSUER).protocol === 'http:';
const service = await client.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, {
  execute: isInsecure ? [client.allowInsecureRequests] : [],
});

// What belongs to one sign-in. A web application keeps it in the session of its user.
const codeVerifier = client.randomPKCECodeVerifier();
const state = client.randomState();
const nonce = client.randomNonce();

const callback = new URL('http://localhost/callback');

const server = createServer(async (request, response) => {
  const url = new URL(request.url, callback);
  if (url.pathname !== callback.pathname) return response.writeHead(404).end();
  try {
    const tokens = await client.authorizationCodeGrant(service, url, {
      pkceCodeVerifier: codeVerifier,
      expectedState: state,
      expectedNonce: nonce,
    });
    response.end('You are signed in. You can close this page.');
    await useTokens(tokens);
  } catch (error) {
    if (!response.headersSent) response.writeHead(400).end('The sign-in failed.');
    console.error(error.error_description ?? error.message);
    process.exitCode = 1;
  }
  server.close();
  server.closeAllConnections();
});

async function useTokens(tokens) {
  const user = await client.fetchUserInfo(service, tokens.access_token, tokens.claims().sub);
  console.log(`Signed in as ${user.email}.`);
  const keys = await client.fetchProtectedResource(
    service,
    tokens.access_token,
    new URL('/v1/license-keys/?limit=1', ISSUER),
    'GET',
  );
  console.log(`License keys: ${(await keys.json()).pagination.total_count}`);
  // The refresh token gets the next tokens, for as long as the user allows it. It works once.
  const next = await client.refreshTokenGrant(service, tokens.refresh_token);
  // This application is done: with its refresh token it gives back everything.
  await client.tokenRevocation(service, next.refresh_token);
}

server.listen(Number(PORT), 'localhost', async () => {
  callback.port = String(server.address().port);
  const url = client.buildAuthorizationUrl(service, {
    redirect_uri: callback.href,
    scope: 'openid email license_keys:read',
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  console.log(`Open ${url.href} in a browser.`);
});
