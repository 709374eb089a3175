//! Signed tokens, and the set of keys that verifies them.

use crate::Fault;
use crate::encoding::{JsonObject, from_base64, is_base64url, parse_object, text_in, text_of};
use ring::signature::{ED25519, UnparsedPublicKey};
use serde_json::Value;

pub(crate) const MAX_TOKEN: usize = 16 * 1024;
/// Of lists and sets, which have more content.
pub(crate) const MAX_LIST: usize = 256 * 1024;
/// By how much clocks may differ, in seconds.
pub(crate) const TOLERANCE: i64 = 60;
/// The end of the year 9999.
const LATEST: i64 = 253_402_300_799;

/// Who signs: the root key that is built into the application, and the organization it belongs to.
#[derive(Clone, Debug)]
pub struct Signers {
    /// The public key, base64url.
    pub root_key: String,
    /// How the service calls itself.
    pub issuer: String,
    /// The ID of the organization.
    pub organization_id: String,
}

/// A key that verifies signatures.
#[derive(Clone, Debug)]
pub struct PublicKey {
    /// Its ID.
    pub kid: String,
    /// The key itself, base64url.
    pub x: String,
}

impl PublicKey {
    /// The algorithm comes with the key, never from what it verifies.
    pub(crate) fn verifies(&self, signature: &[u8], data: &[u8]) -> bool {
        from_base64(&self.x).is_some_and(|key| UnparsedPublicKey::new(&ED25519, key).verify(data, signature).is_ok())
    }
}

/// The public keys of an organization, as its root key has signed them.
#[derive(Clone, Debug)]
pub struct KeySet {
    /// The token that has them.
    pub token: String,
    /// In their order.
    pub keys: Vec<PublicKey>,
    /// In seconds since the epoch.
    pub expires_at: i64,
}

impl KeySet {
    pub(crate) fn has(&self, kid: &str) -> bool {
        self.keys.iter().any(|key| key.kid == kid)
    }

    /// Whether the set is over at a time, as far as clocks agree.
    pub(crate) fn is_over(&self, at: i64) -> bool {
        at >= self.expires_at.saturating_add(TOLERANCE)
    }
}

pub(crate) fn is_public_key(text: &str) -> bool {
    text.len() == 43 && is_base64url(text)
}

/// The header of a token, which nothing proves yet.
fn header_of(token: &str, longest: usize) -> Result<JsonObject, Fault> {
    if token.len() > longest {
        return Err(Fault::TooLong);
    }
    let parts: Vec<&str> = token.split('.').collect();
    match parts.as_slice() {
        [header, ..] if parts.len() == 3 && parts.iter().all(|part| is_base64url(part)) => decoded(header),
        _ => Err(Fault::Malformed),
    }
}

/// The ID of the key that is said to have signed a token.
pub(crate) fn kid_of(token: &str, longest: usize) -> Result<String, Fault> {
    text_of(&header_of(token, longest)?, "kid").ok_or(Fault::UnknownKey)
}

/// The claims of a token of this type that one of these keys has signed.
pub(crate) fn claims_of(token: &str, kind: &str, keys: &[PublicKey], longest: usize) -> Result<JsonObject, Fault> {
    let header = header_of(token, longest)?;
    let named = |name| header.get(name).and_then(Value::as_str);
    if named("alg") != Some("EdDSA") {
        return Err(Fault::WrongAlgorithm);
    }
    if named("typ") != Some(kind) {
        return Err(Fault::WrongType);
    }
    if header.contains_key("crit") || header.contains_key("b64") {
        return Err(Fault::Malformed);
    }
    let key = keys.iter().find(|key| named("kid") == Some(&key.kid)).ok_or(Fault::UnknownKey)?;
    let (signed, signature) = token.rsplit_once('.').ok_or(Fault::Malformed)?;
    if !key.verifies(&from_base64(signature).unwrap_or_default(), signed.as_bytes()) {
        return Err(Fault::BadSignature);
    }
    decoded(signed.split_once('.').ok_or(Fault::Malformed)?.1)
}

/// Verifies a signed set of keys with the pinned root key. `at` is when it has to be valid: 0 for a set that proves something of its time.
pub fn open_key_set(token: &str, signers: &Signers, at: i64) -> Result<KeySet, Fault> {
    let root = PublicKey { kid: kid_of(token, MAX_LIST)?, x: signers.root_key.clone() };
    let claims = claims_of(token, "jwk-set+jwt", &[root], MAX_LIST)?;
    assert_from(&claims, signers)?;
    let keys = claims.get("keys").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let keys = keys.iter().filter_map(public_key_in).collect();
    let set = KeySet { token: token.to_owned(), keys, expires_at: time_in(&claims, "exp")? };
    if set.is_over(at) { Err(Fault::Expired) } else { Ok(set) }
}

/// Whether the claims are of this service, for this organization.
pub(crate) fn assert_from(claims: &JsonObject, signers: &Signers) -> Result<(), Fault> {
    if text_in(claims, "iss") != Ok(&signers.issuer) {
        return Err(Fault::WrongIssuer);
    }
    if text_in(claims, "aud") != Ok(&signers.organization_id) {
        return Err(Fault::WrongOrganization);
    }
    Ok(())
}

/// A time in seconds among the claims.
pub(crate) fn time_in(claims: &JsonObject, name: &str) -> Result<i64, Fault> {
    claims.get(name).and_then(Value::as_i64).filter(|time| (0..=LATEST).contains(time)).ok_or(Fault::Malformed)
}

/// The key if it is one of Ed25519; others are not for us.
fn public_key_in(key: &Value) -> Option<PublicKey> {
    let named = |name| key.get(name).and_then(Value::as_str);
    let is_ours = named("kty") == Some("OKP") && named("crv") == Some("Ed25519");
    let (kid, x) = (named("kid")?, named("x")?);
    (is_ours && is_public_key(x)).then(|| PublicKey { kid: kid.to_owned(), x: x.to_owned() })
}

fn decoded(part: &str) -> Result<JsonObject, Fault> {
    let text = from_base64(part).and_then(|bytes| String::from_utf8(bytes).ok());
    text.and_then(|text| parse_object(&text)).ok_or(Fault::Malformed)
}
