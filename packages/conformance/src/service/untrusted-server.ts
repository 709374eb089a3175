import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Made by `openssl req -x509` for 127.0.0.1, valid for 100 years. Nobody trusts it, and everybody knows its key. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgovw7JDwvYuoBDB2t
6CBzER13scbjEF/AIcytZeIQrLehRANCAAT/GLtomTR37f3GXwTTQDGB/mPWM8GS
xEpfaCa3h/UzpiyCEPtIpzy2H1GX/iwdXgnSck3T3FaxHLM8/A1Ndv5t
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUDglUo6bfwdopybh3JLILv5PMr1kwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyOTEwNDY1MFoYDzIxMjYxMTA1
MTA0NjUwWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT/GLtomTR37f3GXwTTQDGB/mPWM8GSxEpfaCa3h/UzpiyCEPtIpzy2
H1GX/iwdXgnSck3T3FaxHLM8/A1Ndv5to2QwYjAdBgNVHQ4EFgQUEK1EwQfe7Iu0
Td8oqudipaIVsgcwHwYDVR0jBBgwFoAUEK1EwQfe7Iu0Td8oqudipaIVsgcwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
IQCocPICROnDViMmS4XhqQfjerpQzBpdwmlMHMAM3s1S3AIgH+b+4zOjN0DmPpNP
Z5hNF/6ZRnH9V5Vq3zbShpkXSy4=
-----END CERTIFICATE-----`;

/** A server whose certificate no client trusts, as that of a proxy that inspects connections. It answers with a page. */
export async function startUntrustedServer(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (_request, response) => void response.end('<h1>Blocked</h1>'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
