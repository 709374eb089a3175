//! Texts, bytes and JSON, strictly: what is not in its form is `None`.

use crate::Fault;
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD as PADDED, URL_SAFE_NO_PAD};
use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom, SystemRandom};
use serde_json::{Map, Value};
use std::fmt::Write;
use std::io;
use std::time::{Duration, SystemTime};

/// An object in JSON.
pub type JsonObject = Map<String, Value>;

/// Padded or not.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true).with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

pub(crate) fn to_base64url(data: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(data)
}

/// Of either alphabet, padded or not.
pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    LENIENT.decode(text.replace('-', "+").replace('_', "/")).ok()
}

pub(crate) fn is_base64url(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|each| each.is_ascii_alphanumeric() || each == b'-' || each == b'_')
}

/// The value of a digest field (RFC 9530).
pub(crate) fn content_digest(text: &str) -> String {
    format!("sha-256=:{}:", PADDED.encode(digest(&SHA256, text.as_bytes())))
}

pub(crate) fn parse_object(text: &str) -> Option<JsonObject> {
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Some(object),
        _ => None,
    }
}

/// The object of `json!({…})`.
pub(crate) fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

/// The object of `json!({…})`, without the members that are null.
pub(crate) fn known(value: Value) -> JsonObject {
    let mut known = object(value);
    known.retain(|_, value| !value.is_null());
    known
}

pub(crate) fn to_json(object: &JsonObject) -> String {
    serde_json::to_string(object).unwrap_or_default()
}

pub(crate) fn text_of(object: &JsonObject, name: &str) -> Option<String> {
    object.get(name)?.as_str().map(str::to_owned)
}

pub(crate) fn text_in<'a>(claims: &'a JsonObject, name: &str) -> Result<&'a str, Fault> {
    claims.get(name).and_then(Value::as_str).ok_or(Fault::Malformed)
}

pub(crate) fn object_in<'a>(claims: &'a JsonObject, name: &str) -> Result<&'a JsonObject, Fault> {
    claims.get(name).and_then(Value::as_object).ok_or(Fault::Malformed)
}

/// A timestamp of the API.
pub(crate) fn parse_time(value: Option<&Value>) -> Option<SystemTime> {
    humantime::parse_rfc3339(value?.as_str()?).ok()
}

/// `None` before the year 1970 and after 9999.
pub(crate) fn format_time(time: SystemTime) -> Option<String> {
    let mut text = String::new();
    let formatted = (time >= SystemTime::UNIX_EPOCH).then(|| humantime::format_rfc3339(time))?;
    write!(text, "{formatted}").ok().map(|()| text)
}

/// Whole seconds since the epoch, negative before it.
pub(crate) fn seconds_of(time: SystemTime) -> i64 {
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(since) => whole(since),
        Err(before) => whole(before.duration()).saturating_neg(),
    }
}

pub(crate) fn whole(duration: Duration) -> i64 {
    i64::try_from(duration.as_secs()).unwrap_or(i64::MAX)
}

pub(crate) fn random_bytes<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).map_err(|_| io::Error::other("The system has no random bytes."))?;
    Ok(bytes)
}

/// A random UUID.
pub(crate) fn random_id() -> io::Result<String> {
    let random = u128::from_be_bytes(random_bytes()?);
    let id = (random & !(0xf << 76) & !(0b11 << 62)) | (4 << 76) | (0b10 << 62);
    let hex = format!("{id:032x}");
    let part = |range| hex.get(range).unwrap_or_default();
    Ok([part(0..8), part(8..12), part(12..16), part(16..20), part(20..32)].join("-"))
}

/// From 0 to 1, for waits, which need no generator for cryptography.
pub(crate) fn random_fraction() -> f64 {
    random_bytes().map_or(0.5, |random| f64::from(u32::from_be_bytes(random)) / f64::from(u32::MAX))
}
