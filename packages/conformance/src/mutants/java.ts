import { join } from 'node:path';
import { JVM, LANGUAGES } from '../languages.ts';
import type { Mutant, Mutated } from './mutant.ts';

const FOLDER = join(import.meta.dirname, '../../../clients/java');
const MAIN = 'src/main/java/dev/latchkey/client';
const TEST = 'src/test/java/dev/latchkey/client';
const ONLINE = 'activate, validate, lease, check, deactivate';
const VERIFIED = 'what is stored is verified again';

/** A client of HTTP that trusts each certificate, whatever its names. */
const TRUSTS_ALL = `if (httpClient == null) {
      try {
        javax.net.ssl.SSLContext all = javax.net.ssl.SSLContext.getInstance("TLS");
        javax.net.ssl.X509ExtendedTrustManager trusting = new javax.net.ssl.X509ExtendedTrustManager() {
          public void checkClientTrusted(java.security.cert.X509Certificate[] chain, String type) {}
          public void checkServerTrusted(java.security.cert.X509Certificate[] chain, String type) {}
          public void checkClientTrusted(java.security.cert.X509Certificate[] chain, String type, java.net.Socket socket) {}
          public void checkServerTrusted(java.security.cert.X509Certificate[] chain, String type, java.net.Socket socket) {}
          public void checkClientTrusted(java.security.cert.X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}
          public void checkServerTrusted(java.security.cert.X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}
          public java.security.cert.X509Certificate[] getAcceptedIssuers() { return new java.security.cert.X509Certificate[0]; }
        };
        all.init(null, new javax.net.ssl.TrustManager[] {trusting}, null);
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).sslContext(all).build();
      } catch (java.security.GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }
    return httpClient == null
        ? HttpClient`;

const MUTANTS: readonly Mutant[] = [
  // Answers and what they prove
  {
    breaks: 'the signature of an answer is verified',
    file: `${MAIN}/SignedAnswer.java`,
    find: 'if (bytes == null || !key.verifies(bytes, String.join("\\n", covered).getBytes(UTF_8))) {',
    replace: 'if (bytes == null || !key.kid.equals(kid) || String.join("\\n", covered).getBytes(UTF_8).length == 0) {',
    by: 'replayed and changed answers',
  },
  {
    breaks: 'an answer has the nonce of its request',
    file: `${MAIN}/SignedAnswer.java`,
    find: 'if (!nonce.equals(requestNonce)) {',
    replace: 'if (nonce.isEmpty()) {',
    by: 'replayed and changed answers',
  },
  {
    breaks: 'an answer is to its request',
    file: `${MAIN}/SignedAnswer.java`,
    find: '!answer.header("license-request-digest").equals(requestDigest)\n        || ',
    replace: '',
    by: 'replayed and changed answers',
  },
  {
    breaks: 'an answer is of its operation',
    file: `${MAIN}/SignedAnswer.java`,
    find: '\n        || !answer.header("license-operation").equals(operation)) {',
    replace: ') {',
    by: 'an answer of another operation',
  },
  {
    breaks: 'old signed answers are refused',
    file: `${MAIN}/ServiceClock.java`,
    find: 'return time.getEpochSecond() >= read().proven - Token.TOLERANCE;',
    replace: 'return time.getEpochSecond() >= 0;',
    by: 'long before another one',
  },
  {
    breaks: 'a new process remembers which answers are old',
    file: `${MAIN}/ServiceClock.java`,
    find: 'secondsIn(stored, "proven"),',
    replace: '0,',
    by: 'long before another one',
  },
  {
    breaks: 'a set of keys that is over proves no answer of now',
    file: `${MAIN}/Service.java`,
    find: '!signedAt.isBefore(keys.expiresAt.plusSeconds(Token.TOLERANCE))\n        || ',
    replace: '',
    by: 'an expired signing key',
  },
  {
    breaks: 'a set of keys that was over when a lease was issued proves nothing',
    file: `${MAIN}/Lease.java`,
    find: 'if (!lease.issuedAt().isBefore(set.expiresAt.plusSeconds(Token.TOLERANCE))) {',
    replace: 'if (lease.issuedAt().isBefore(Instant.EPOCH)) {',
    by: 'was over when the lease was issued',
  },
  {
    breaks: 'a set of keys that was over when a lease file was made proves nothing',
    file: `${MAIN}/OfflineActivation.java`,
    find: 'if (!lease.issuedAt().isBefore(set.expiresAt)) {',
    replace: 'if (lease.issuedAt().isBefore(Instant.EPOCH)) {',
    by: 'was over when the lease was issued',
  },
  {
    breaks: 'a set of keys is of this organization',
    file: `${MAIN}/KeySet.java`,
    find: 'if (!signers.organizationId.equals(claims.get("aud"))) {',
    replace: 'if (!claims.containsKey("aud")) {',
    by: 'vectors: key_set',
  },
  {
    breaks: 'a set of keys is of this issuer',
    file: `${MAIN}/KeySet.java`,
    find: 'if (!signers.issuer.equals(claims.get("iss"))) {',
    replace: 'if (!claims.containsKey("iss")) {',
    by: 'vectors: key_set',
  },
  {
    breaks: 'a set of keys that lacks a key is fetched again',
    file: `${MAIN}/Service.java`,
    find: 'last != null && last.has(kid) && now.isBefore(last.expiresAt)',
    replace: 'last != null && now.isBefore(last.expiresAt)',
    by: 'another signing key',
  },
  {
    breaks: 'a set of keys that is known is not fetched again',
    file: `${MAIN}/Service.java`,
    find: 'last != null && last.has(kid) && now.isBefore(last.expiresAt)',
    replace: 'last != null && last.has(kid) && now.isBefore(Instant.EPOCH)',
    by: 'another signing key',
  },
  {
    breaks: 'a set of keys outlasts the process',
    file: `${MAIN}/Service.java`,
    find: 'storage.write(SET, token);',
    replace: '',
    by: 'another signing key',
  },
  {
    breaks: 'a standing counts if it is signed',
    file: `${MAIN}/SignedAnswer.java`,
    find: 'return Optional.ofNullable(standing).map(Standing::in);',
    replace: 'return Optional.of(answer.header("license-standing")).map(Standing::in);',
    by: 'a standing that somebody changed',
  },
  // Tokens
  {
    breaks: 'the signature of a token is verified',
    file: `${MAIN}/Token.java`,
    find: 'if (signature == null || !key.verifies(signature, signed.getBytes(US_ASCII))) {',
    replace: 'if (signature == null || key.kid.isEmpty() || signed.getBytes(US_ASCII).length == 0) {',
    by: 'vectors: lease',
  },
  {
    breaks: 'the algorithm of a token is EdDSA',
    file: `${MAIN}/Token.java`,
    find: 'if (!"EdDSA".equals(header.get("alg"))) {',
    replace: 'if (header.isEmpty()) {',
    by: 'vectors: lease',
  },
  {
    breaks: 'a token is of its type',
    file: `${MAIN}/Token.java`,
    find: 'if (!type.equals(header.get("typ"))) {',
    replace: 'if (type.isEmpty()) {',
    by: VERIFIED,
  },
  {
    breaks: 'a token with extensions that have to be understood is refused',
    file: `${MAIN}/Token.java`,
    find: 'if (header.containsKey("crit") || header.containsKey("b64")) {',
    replace: 'if (header.isEmpty()) {',
    by: 'vectors',
  },
  {
    breaks: 'a token has a limit',
    file: `${MAIN}/Token.java`,
    find: 'if (token.length() > longest) {',
    replace: 'if (longest < 0) {',
    by: VERIFIED,
  },
  {
    breaks: 'times in a token are whole seconds',
    file: `${MAIN}/Token.java`,
    find: 'if (!(number instanceof Long) || (Long) number < 0 || (Long) number > LATEST.getEpochSecond()) {',
    replace:
      'if (number instanceof Number) {\n      return Math.min(((Number) number).longValue(), LATEST.getEpochSecond());\n    }\n    if (name != null) {',
    by: 'vectors',
  },
  // Leases and status lists
  {
    breaks: 'a lease is of this device',
    file: `${MAIN}/Lease.java`,
    find: 'if (!expected.device.equals(lease.device())) {',
    replace: 'if (lease.device() == null) {',
    by: 'vectors: lease',
  },
  {
    breaks: 'a lease is of this license key',
    file: `${MAIN}/Lease.java`,
    find: 'if (expected.licenseKeyId != null && !expected.licenseKeyId.equals(lease.licenseKeyId())) {',
    replace: 'if (lease.licenseKeyId().isEmpty()) {',
    by: VERIFIED,
  },
  {
    breaks: 'a lease is of a benefit of this application',
    file: `${MAIN}/Lease.java`,
    find: '&& !expected.benefitIds.contains(\n            Token.textIn(Token.objectIn(claims, "license"), "benefit_id"))) {',
    replace: '&& Token.textIn(Token.objectIn(claims, "license"), "benefit_id").isEmpty()) {',
    by: 'what a key is for',
  },
  {
    breaks: 'a lease has the nonce of its request',
    file: `${MAIN}/Lease.java`,
    find: 'if (expected.nonce != null && !expected.nonce.equals(claims.get("nonce"))) {',
    replace: 'if (expected.nonce != null && claims.get("nonce") == null) {',
    by: 'lease files that are not for this request',
  },
  {
    breaks: 'a lease begins',
    file: `${MAIN}/Lease.java`,
    find: 'if (now.isBefore(lease.notBefore().minusSeconds(Token.TOLERANCE))) {',
    replace: 'if (lease.notBefore().isBefore(Instant.EPOCH)) {',
    by: 'vectors: lease',
  },
  {
    breaks: 'a lease ends',
    file: `${MAIN}/Lease.java`,
    find: 'if (!now.isBefore(lease.graceUntil().plusSeconds(Token.TOLERANCE))) {',
    replace: 'if (lease.graceUntil().isBefore(Instant.EPOCH)) {',
    by: 'a lease: valid',
  },
  {
    breaks: 'grace is told apart',
    file: `${MAIN}/LicenseState.java`,
    find: '!now.isBefore(lease.expiresAt()), ',
    replace: 'false, ',
    by: 'a lease: valid',
  },
  {
    breaks: 'a lease is renewed half way',
    file: `${MAIN}/LicenseState.java`,
    find: '!now.isBefore(lease.refreshAfter()));',
    replace: '!now.isBefore(lease.expiresAt()));',
    by: 'a lease: valid',
  },
  {
    breaks: 'a revoked lease ends',
    file: `${MAIN}/Leases.java`,
    find: 'if (record.status != Status.VALID) {\n      return LicenseState',
    replace: 'if (record.status == null) {\n      return LicenseState',
    by: 'revoked, suspended',
  },
  {
    breaks: 'what a status list said outlasts the process',
    file: `${MAIN}/Leases.java`,
    find: 'store(record.withStatus(status, list.issuedAt), notStored);',
    replace: '',
    by: 'revoked, suspended',
  },
  {
    breaks: 'a status list is that of the lease',
    file: `${MAIN}/StatusList.java`,
    find: 'if (!uri.equals(claims.get("sub"))) {',
    replace: 'if (uri.isEmpty()) {',
    by: 'vectors: status_list',
  },
  {
    breaks: 'a status list ends',
    file: `${MAIN}/StatusList.java`,
    find: 'if (!now.isBefore(Token.timeIn(claims, "exp").plusSeconds(Token.TOLERANCE))) {',
    replace: 'if (Token.timeIn(claims, "exp").isBefore(Instant.EPOCH)) {',
    by: 'vectors: status_list',
  },
  {
    breaks: 'a status list is not older than the last one',
    file: `${MAIN}/Leases.java`,
    find: 'if (list.issuedAt.getEpochSecond() < record.statusIssuedAt) {',
    replace: 'if (list.issuedAt.getEpochSecond() < 0) {',
    by: 'a replayed status list',
  },
  {
    breaks: 'what is of the lease of another process is not changed by a status',
    file: `${MAIN}/Leases.java`,
    find: 'if (current == null || !current.lease.equals(record.lease)) {',
    replace: 'if (current == null) {',
    by: 'what another process stored meanwhile',
  },
  {
    breaks: 'a lease of a former activation is not stored',
    file: `${MAIN}/Leases.java`,
    find: 'if (!isOfLicense(lease)) {',
    replace: 'if (parts.records.license() == null) {',
    by: 'what another process stored meanwhile',
  },
  {
    breaks: 'who reads a record and then writes it has the lock of the storage',
    file: `${MAIN}/Leases.java`,
    find: 'return parts.storage.withLock(\n          () -> {\n            isLocked.set(true);\n            return work.get();\n          });',
    replace: 'return work.get();',
    by: 'waits for the lock',
  },
  {
    breaks: 'the lock of the storage excludes',
    file: `${MAIN}/FileLock.java`,
    find: '} catch (FileAlreadyExistsException e) {\n      return false;',
    replace: '} catch (FileAlreadyExistsException e) {\n      return true;',
    by: 'one does at a time',
  },
  {
    breaks: 'the lock of a process that died is taken over',
    file: `${MAIN}/FileLock.java`,
    find: 'lock.removeThatOf(other.get());',
    replace: 'throw new IOException(other.get());',
    by: 'the lock of a process that died',
  },
  {
    breaks: 'a revoked lease is not renewed',
    file: 'src/main/java/dev/latchkey/client/LicenseClient.java',
    find: ': !isEnded;',
    replace: ': !isEnded || isEnded;',
    by: 'revoked, suspended',
  },
  {
    breaks: 'a refresh renews what is due',
    file: `${MAIN}/LicenseClient.java`,
    find: 'if (status.outcome() == Outcome.UNAVAILABLE || !isDue) {',
    replace: 'if (status.outcome() == Outcome.UNAVAILABLE || isDue) {',
    by: 'a lease: valid',
  },
  {
    breaks: 'what a refresh learned counts if it cannot be stored',
    file: `${MAIN}/Records.java`,
    find: 'unstored = new Unstored(record, before);',
    replace: '',
    by: 'a storage that can only be read',
  },
  // Keys and benefits
  {
    breaks: 'the benefit in the answer of activate is compared',
    file: `${MAIN}/Activations.java`,
    find: 'if (said.benefitId != null && !said.benefitId.equals(found.get("benefit_id"))) {',
    replace: 'if (said.benefitId != null && found.isEmpty()) {',
    by: 'that the service activates nevertheless',
  },
  {
    breaks: 'the benefit in the answer of validate is compared',
    file: `${MAIN}/LicenseClient.java`,
    find: '&& !parts.benefitIds.contains(String.valueOf(licenseKey.get("benefit_id")))) {',
    replace: '&& licenseKey.get("benefit_id") == null) {',
    by: 'what a key is for',
  },
  {
    breaks: 'each benefit of an application is tried',
    file: `${MAIN}/Activations.java`,
    find: 'if (left.isEmpty() || ',
    replace: 'if (!left.isEmpty() || ',
    by: 'what a key is for',
  },
  {
    breaks: 'a key is sent as it was typed first',
    file: `${MAIN}/Activations.java`,
    find: 'return activateForBenefit(call, key, installation);',
    replace: 'return activateForBenefit(call, meant, installation);',
    by: 'a key as it was typed',
  },
  {
    breaks: 'a key is sent as it was meant',
    file: `${MAIN}/Activations.java`,
    find: 'if (!failure.isRefusal("NOT_FOUND") || ',
    replace: 'if (!failure.isRefusal("NEVER") || ',
    by: 'a key as it was typed',
  },
  {
    breaks: 'conditions are repeated',
    file: `${MAIN}/Parts.java`,
    find: 'body.put("conditions", record.installation.conditions);',
    replace: 'body.put("conditions", Map.of());',
    by: ONLINE,
  },
  {
    breaks: 'a deactivation forgets the lease',
    file: `${MAIN}/Records.java`,
    find: 'storage.remove(LEASE);',
    replace: '',
    by: ONLINE,
  },
  {
    breaks: 'the wait for a free device ends after an hour',
    file: `${MAIN}/Activations.java`,
    find: 'LONGEST_WAIT = Duration.ofHours(1);',
    replace: 'LONGEST_WAIT = Duration.ofHours(10);',
    by: 'the wait for a free device ends',
  },
  {
    breaks: 'the wait for a free device can be canceled',
    file: `${MAIN}/Transport.java`,
    find: 'sleep.accept(time);\n    if (Thread.currentThread().isInterrupted()) {',
    replace: 'sleep.accept(time);\n    if (Thread.interrupted() && time.isNegative()) {',
    by: 'can be canceled',
  },
  // Time
  {
    breaks: 'a clock that is set back is noticed',
    file: `${MAIN}/ServiceClock.java`,
    find: 'return Math.max(shown, corrected) >= earliest ? Math.max(shown, corrected) : null;',
    replace: 'return Math.max(shown, corrected);',
    by: 'a clock that is set back',
  },
  {
    breaks: 'how much a clock is wrong is learned',
    file: `${MAIN}/ServiceClock.java`,
    find: 'remember(new Remembered(time, time, offset));',
    replace: 'remember(new Remembered(time, time, 0));',
    by: 'a clock that is 1 day behind',
  },
  {
    breaks: 'the latest time outlasts the process',
    file: `${MAIN}/ServiceClock.java`,
    find: 'remember(new Remembered(now, before.proven, before.offset));',
    replace: '',
    by: 'a clock that went further than time',
  },
  {
    breaks: 'the monotonic clock counts',
    file: `${MAIN}/ServiceClock.java`,
    find: 'moment.time + Math.max(monotonic() - moment.monotonic, machine() - moment.machine);',
    replace: 'moment.time + machine() - moment.machine;',
    by: 'a clock that is set back while the application runs',
  },
  {
    breaks: 'a machine that sleeps gains nothing',
    file: `${MAIN}/ServiceClock.java`,
    find: 'moment.time + Math.max(monotonic() - moment.monotonic, machine() - moment.machine);',
    replace: 'moment.time + monotonic() - moment.monotonic;',
    by: 'a clock that went further than time',
  },
  {
    breaks: 'a signed answer corrects the time',
    file: `${MAIN}/ServiceClock.java`,
    find: 'remember(new Remembered(time, time, offset));',
    replace: 'remember(new Remembered(Math.max(time, before.latest), time, offset));',
    by: 'a clock that went further than time',
  },
  {
    breaks: 'a lease file corrects the time',
    file: `${MAIN}/OfflineActivation.java`,
    find: 'parts.clock.correctByFile(lease.issuedAt());',
    replace: '',
    by: 'a new lease file is the truth',
  },
  {
    breaks: 'a machine whose clock is wrong may give its license back by file',
    file: 'src/main/java/dev/latchkey/client/Leases.java',
    find: 'Lease lease = isClockWrong ? stored() : null;',
    replace: 'Lease lease = isClockWrong ? null : stored();',
    by: 'gives its license back by file',
  },
  // Network
  {
    breaks: 'TLS is verified',
    file: `${MAIN}/LicenseClientBuilder.java`,
    find: 'return httpClient == null\n        ? HttpClient',
    replace: TRUSTS_ALL,
    by: 'the detail says why',
  },
  {
    breaks: 'redirects are not followed',
    file: `${MAIN}/LicenseClientBuilder.java`,
    find: '.version(HttpClient.Version.HTTP_1_1).build()',
    replace: '.version(HttpClient.Version.HTTP_1_1).followRedirects(HttpClient.Redirect.ALWAYS).build()',
    by: 'a redirect is not followed',
  },
  {
    breaks: 'a page in between ends nothing',
    file: `${MAIN}/Service.java`,
    find: 'if (body == null || !body.containsKey("detail") || !isOfTheService(answer, body)) {',
    replace: 'if (body == null || !body.containsKey("detail")) {',
    by: 'a page in between',
  },
  {
    breaks: 'requests are repeated',
    file: `${MAIN}/Transport.java`,
    find: 'if (attempt >= attempts || ',
    replace: 'if (attempt >= 1 || ',
    by: 'lost answers',
  },
  {
    breaks: 'there are four attempts',
    file: `${MAIN}/LicenseClientBuilder.java`,
    find: 'int attempts = 4;',
    replace: 'int attempts = 5;',
    by: 'overload',
  },
  {
    breaks: 'Retry-After is kept',
    file: `${MAIN}/Transport.java`,
    find: 'return asked.plusMillis(',
    replace: 'return Duration.ofMillis(',
    by: 'overload',
  },
  {
    breaks: 'a service that wants to be left alone for long is not asked again',
    file: `${MAIN}/Transport.java`,
    find: ' || asked.compareTo(LONGEST_WAIT) > 0) {',
    replace: ') {',
    by: 'overload',
  },
  {
    breaks: 'a time limit is for the whole call',
    file: `${MAIN}/Transport.java`,
    find: 'call.spend(wait);',
    replace: '',
    by: 'a time limit is for the whole call',
  },
  {
    breaks: 'an answer has a limit',
    file: `${MAIN}/LimitedBody.java`,
    find: 'if (received.size() > MAX) {',
    replace: 'if (received.size() < 0) {',
    by: 'one that never ends',
  },
  {
    breaks: 'each request has a nonce of its own',
    file: `${MAIN}/Service.java`,
    find: 'return callSigned(call, operation, Json.write(body), headers, Encoding.nonce());',
    replace: 'return callSigned(call, operation, Json.write(body), headers, "always-the-same-nonce");',
    by: 'each request has a nonce',
  },
  {
    breaks: 'a request that counts has an idempotency key',
    file: `${MAIN}/LicenseClient.java`,
    find: 'Map<String, String> headers = Map.of("idempotency-key", UUID.randomUUID().toString());',
    replace: 'Map<String, String> headers = Map.of();',
    by: 'each request has a nonce',
  },
  {
    breaks: 'each request says which library sends it',
    file: `${MAIN}/Transport.java`,
    find: '.setHeader("user-agent", USER_AGENT);',
    replace: ';',
    by: 'each request says which library',
  },
  // Storage
  {
    breaks: 'a record is flushed before it has its name',
    file: `${MAIN}/FileStorage.java`,
    find: 'try (FileChannel channel = create(path, text.getBytes(UTF_8))) {\n      channel.force(true);',
    replace: 'try (FileChannel channel = create(path, text.getBytes(UTF_8))) {\n      channel.size();',
    by: 'a loss of power',
  },
  {
    breaks: 'a folder is flushed after a record has its name',
    file: `${MAIN}/FileStorage.java`,
    find: 'try (FileChannel channel = FileChannel.open(folder, READ)) {\n      channel.force(true);',
    replace: 'try (FileChannel channel = FileChannel.open(folder, READ)) {\n      channel.size();',
    by: 'a loss of power',
  },
  {
    breaks: 'a record is replaced as a whole',
    file: `${MAIN}/FileStorage.java`,
    find: 'Files.move(partial, file(name), StandardCopyOption.ATOMIC_MOVE);',
    replace: 'Files.writeString(file(name), text);',
    by: 'a record is replaced as a whole',
  },
  {
    breaks: 'only the user can read a record',
    file: `${MAIN}/FileStorage.java`,
    find: 'ofUser(path, "rw-------")',
    replace: 'ofUser(path, "rw-r--r--")',
    by: 'the storage of another client',
  },
  {
    breaks: 'what a process left that died is removed',
    file: `${MAIN}/FileStorage.java`,
    find: 'if (isSwept.compareAndSet(false, true)) {',
    replace: 'if (isSwept.compareAndSet(true, false)) {',
    by: 'what a process left',
  },
  {
    breaks: 'what a process is writing is left',
    file: `${MAIN}/FileStorage.java`,
    find: 'private static final Duration ABANDONED = Duration.ofHours(1);',
    replace: 'private static final Duration ABANDONED = Duration.ZERO;',
    by: 'what a process left',
  },
  {
    breaks: 'of several processes one makes the device',
    file: `${MAIN}/Records.java`,
    find: 'storage.create(name, Json.write(made));',
    replace: 'storage.write(name, Json.write(made));',
    by: 'first starts at once',
  },
  {
    breaks: 'the license remembers the device',
    file: `${MAIN}/Records.java`,
    find: 'String known = license == null ? null : license.device;',
    replace: 'String known = license == null || license.device != null ? null : license.device;',
    by: 'a damaged or lost device',
  },
  {
    breaks: 'a full disk takes no activation',
    file: `${MAIN}/Activations.java`,
    find: 'parts.records.assertWritable(said.key, said.installation);',
    replace: '',
    by: 'a full disk',
  },
  {
    breaks: 'a record of another version counts as missing',
    file: `${MAIN}/Records.java`,
    find: '&& Long.valueOf(VERSION).equals(stored.getOrDefault("version", (long) VERSION));',
    replace: '&& stored.getOrDefault("version", (long) VERSION) instanceof Long;',
    by: VERIFIED,
  },
  // Devices
  {
    breaks: 'what only describes a machine is not part of its ID',
    file: `${MAIN}/DeviceDescription.java`,
    find: 'identifying.keySet().removeAll(DESCRIBING);',
    replace: '',
    by: 'the ID of a machine',
  },
  {
    breaks: 'what only administrators can read is not part of the ID of a machine',
    file: `${MAIN}/DeviceDescription.java`,
    find: 'identifying.keySet().removeAll(OF_ADMINISTRATORS);',
    replace: '',
    by: 'the ID of a machine',
  },
  {
    breaks: 'the ID of a machine is another one for each seller',
    file: `${MAIN}/DeviceDescription.java`,
    find: 'Json.quoted(organizationId) + pairs',
    replace: 'Json.quoted("") + pairs',
    by: 'the ID of a machine',
  },
  {
    breaks: 'copies of a virtual machine have IDs of their own',
    file: `${MAIN}/DeviceDescription.java`,
    find: 'boolean isCopied = isVirtual || ',
    replace: 'boolean isCopied = ',
    by: 'machines that may be copies',
  },
  {
    breaks: 'a machine that says too little has a random ID',
    file: `${MAIN}/DeviceDescription.java`,
    find: 'FEWEST_COMPONENTS = 2;',
    replace: 'FEWEST_COMPONENTS = 0;',
    by: 'machines that may be copies',
  },
  {
    breaks: 'an account of a machine names its installation',
    file: `${MAIN}/Parts.java`,
    find: ': Map.of("license-device", deviceId(), "license-installation", installation);',
    replace: ': Map.of("license-device", deviceId());',
    by: 'two accounts of a machine',
  },
  {
    breaks: 'a machine is described',
    file: `${MAIN}/Parts.java`,
    find: 'body.put("device", described.fields());',
    replace: '',
    by: 'what an application says of its device',
  },
  // Background
  {
    breaks: 'keep_fresh refreshes',
    file: `${MAIN}/LicenseClient.java`,
    find: 'Refreshed refreshed = refresh();',
    replace: 'Refreshed refreshed = new Refreshed(check(), Result.of(() -> Status.VALID), null, null);',
    by: 'kept fresh in the background',
  },
  {
    breaks: 'keep_fresh waits between refreshes',
    file: `${MAIN}/LicenseClient.java`,
    find: 'refreshed.notStored().ifPresent(onError);\n              return every;',
    replace: 'refreshed.notStored().ifPresent(onError);\n              return Duration.ofSeconds(1);',
    by: 'kept fresh in the background',
  },
  {
    breaks: 'heartbeats come before the whole time is over',
    file: `${MAIN}/LicenseClient.java`,
    find: 'result.value().dividedBy(3);',
    replace: 'result.value();',
    by: 'kept checked out in the background',
  },
  {
    breaks: 'a lost heartbeat is repeated soon',
    file: `${MAIN}/LicenseClient.java`,
    find: 'AGAIN = Duration.ofSeconds(30);',
    replace: 'AGAIN = Duration.ofSeconds(600);',
    by: 'kept checked out in the background',
  },
  {
    breaks: 'heartbeats end with a refusal',
    file: `${MAIN}/LicenseClient.java`,
    find: 'result.outcome() == Outcome.REFUSED || result.outcome() == Outcome.NOT_ACTIVATED;',
    replace: 'result.outcome() == Outcome.NOT_ACTIVATED;',
    by: 'kept checked out in the background',
  },
  {
    breaks: 'heartbeats do not end with the answer of a gateway',
    file: `${MAIN}/Service.java`,
    find: '"BadRequest",',
    replace: '"Unauthorized",',
    by: 'kept checked out in the background',
  },
  // Files
  {
    breaks: 'a lease file is taken in for the last request only',
    file: `${MAIN}/OfflineActivation.java`,
    find: 'parts.expected().withNonce(nonce)',
    replace: 'parts.expected()',
    by: 'lease files that are not for this request',
  },
  {
    breaks: 'nothing brings a lease back that was given back by file',
    file: `${MAIN}/OfflineActivation.java`,
    find: 'parts.records.forget();',
    replace: '',
    by: 'a machine without a network: request',
  },
  {
    breaks: 'a deactivation file can be read again',
    file: `${MAIN}/OfflineActivation.java`,
    find: 'parts.storage.write(LAST_DEACTIVATION, file);',
    replace: '',
    by: 'a machine without a network: request',
  },
  {
    breaks: 'a sign-in asks as rarely as the service wants',
    file: `${MAIN}/SignIns.java`,
    find: 'interval = wanted.compareTo(interval) > 0 ? wanted : interval;',
    replace: 'interval = wanted.isZero() ? wanted : interval;',
    by: 'a sign-in asks as rarely',
  },
  {
    breaks: 'a sign-in outlasts a network that is lost meanwhile',
    file: `${MAIN}/SignIns.java`,
    find: 'if (!failure.is(Outcome.UNAVAILABLE)) {',
    replace: 'if (failure.problem() != null) {',
    by: 'a sign-in outlasts a network',
  },
  {
    breaks: 'a sign-in ends with its code',
    file: `${MAIN}/SignIns.java`,
    find: 'waited.plus(interval).compareTo(expiresIn) <= 0',
    replace: 'waited.plus(interval).compareTo(expiresIn.multipliedBy(2)) <= 0',
    by: 'a sign-in asks as rarely',
  },
  {
    breaks: 'an application chooses of several license keys',
    file: `${MAIN}/Activations.java`,
    find: 'keys.size() > 1 ? signIn.choose.apply(keys) : keys.get(0)',
    replace: 'keys.size() > 1 && signIn.choose.apply(keys) == null ? null : keys.get(0)',
    by: 'a sign-in of somebody with several',
  },
  {
    breaks: 'license keys of a sign-in are of the benefits of the application',
    file: `${MAIN}/SignIns.java`,
    find: 'if (parts.benefitIds != null && !parts.benefitIds.contains(key.benefitId())) {',
    replace: 'if (key.benefitId().isEmpty()) {',
    by: 'answers to a sign-in that are malformed',
  },
  {
    breaks: 'the pages of a sign-in are addresses of the web',
    file: `${MAIN}/SignInCode.java`,
    find: 'URI page = Service.pageIn(Token.textIn(answer, name));',
    replace: 'URI page = URI.create(Token.textIn(answer, name));',
    by: 'answers to a sign-in that are malformed',
  },
  // Units of a lease
  {
    breaks: 'a unit is used when that is stored',
    file: 'src/main/java/dev/latchkey/client/LeasedUnits.java',
    find: '          parts.records.write(record.used(counter, units));\n',
    replace: '',
    by: 'as many as were granted',
  },
  {
    breaks: 'units are used with the lock of the storage',
    file: 'src/main/java/dev/latchkey/client/LeasedUnits.java',
    find: 'return parts.storage.withLock(\n        () -> {\n          LicenseState state',
    replace:
      'return ((java.util.function.Function<java.util.function.Supplier<Long>, Long>) java.util.function.Supplier::get).apply(\n        () -> {\n          LicenseState state',
    by: 'processes that share a storage use each unit once',
  },
  {
    breaks: 'units that were settled are not used',
    file: 'src/main/java/dev/latchkey/client/LeasedUnits.java',
    find: 'Objects.equals(record.unitsId, lease.unitsId()) && !record.isSettling;',
    replace: 'Objects.equals(record.unitsId, lease.unitsId());',
    by: 'a settlement whose answer is lost',
  },
  {
    breaks: 'units are taken once, however often the request is repeated',
    file: 'src/main/java/dev/latchkey/client/Leases.java',
    find: '      headers.put("idempotency-key", UUID.randomUUID().toString());\n',
    replace: '',
    by: 'a settlement whose answer is lost',
  },
  {
    breaks: 'an answer that is late brings back no units',
    file: 'src/main/java/dev/latchkey/client/LeasedUnits.java',
    find: 'if (!isOfLease && !isSame) {',
    replace: 'if (!isOfLease && !isSame && known == null) {',
    by: 'a renewal whose answer is late',
  },
  {
    breaks: 'units of an unknown use count as used',
    file: 'src/main/java/dev/latchkey/client/LeasedUnits.java',
    find: 'Map<String, Long> unknown = before.isKnown ? Map.of() : lease.units();',
    replace: 'Map<String, Long> unknown = Map.of();',
    by: 'before it lost its lease',
  },
  {
    breaks: 'a renewal without enough units keeps what was left',
    file: 'src/main/java/dev/latchkey/client/LeasedUnits.java',
    find: 'return take.isEmpty() ? List.of(asked, take) : List.of(asked, take, Map.of());',
    replace: 'return List.of(asked, Map.of());',
    by: 'keeps what was left',
  },
  {
    breaks: 'a deactivation gives units back',
    file: 'src/main/java/dev/latchkey/client/LicenseClient.java',
    find: '          settleUnits();\n',
    replace: '',
    by: 'a deactivation gives back',
  },
];

const DRIVER = ['ConformanceDriver', 'ConformanceVectors', 'Fields'].map((name) => `${TEST}/${name}.java`).join(' ');

export const JAVA: Mutated = {
  name: 'java',
  folder: FOLDER,
  mutants: MUTANTS,
  // Without Maven, whose tools would find the breakages.
  build: `javac -nowarn -proc:none -cp '${join(FOLDER, 'target/lib')}/*' -d target/classes ${MAIN}/*.java ${DRIVER}`,
  language: (copy) => {
    const { sample: _sample, firstBlock: _firstBlock, ...language } = LANGUAGES.find(({ name }) => name === 'java')!;
    const [classes, libraries] = [join(copy, 'target/classes'), join(FOLDER, 'target/lib')];
    const command = `exec ${JVM} -cp '${classes}:${libraries}/*' dev.latchkey.client.ConformanceDriver`;
    return { ...language, command, needs: libraries };
  },
};
