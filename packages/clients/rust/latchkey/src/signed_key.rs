//! License keys that prove themselves to machines without a network.

use crate::Fault;
use crate::encoding::{from_base64, to_base64url};
use crate::tokens::{PublicKey, Signers, TOLERANCE};
use std::collections::BTreeMap;

const MAX_KEY: usize = 1024;
const MARK: &str = "LK1.";
const SIGNATURE_BYTES: usize = 64;
const HAS_NUMBER: u8 = 128;
/// A machine without a network is set by hand: a key is accepted a day before it was signed.
const BEFORE: i64 = 24 * 60 * 60;
const LIST_SIZE: u32 = 65_536;

/// What an entitlement of a signed key says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carried {
    /// It is switched on.
    On,
    /// It has this number.
    Number(u32),
}

/// What a license key says that proves itself. Times are seconds since the epoch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedLicenseKey {
    /// Its number among the signed keys and leases of the organization.
    pub serial: u32,
    /// The benefit.
    pub benefit_id: String,
    /// The name of the product.
    pub product: Option<String>,
    /// By their names.
    pub entitlements: BTreeMap<String, Carried>,
    /// When it was signed.
    pub signed_at: i64,
    /// `None` if it does not end.
    pub ends_at: Option<i64>,
    /// Its place in the status list, which tells a machine with a network whether the key was revoked: see [`crate::status_in`].
    pub status_index: usize,
    /// The status list.
    pub status_uri: String,
}

/// What a license key says that proves itself, with nothing but the root key that is built into the application. `benefit_ids` are the
/// benefits of which one has to be that of the key. It cannot be known without a network whether the key was revoked, or on how many
/// machines it is used.
pub fn verify_signed_key(key: &str, signers: &Signers, now: i64, benefit_ids: Option<&[String]>) -> Result<SignedLicenseKey, Fault> {
    let (head, bytes) = parts_of(key)?;
    let split = bytes.len().checked_sub(SIGNATURE_BYTES).ok_or(Fault::Malformed)?;
    let (payload, signature) = bytes.split_at_checked(split).ok_or(Fault::Malformed)?;
    let message = [b"latchkey-signed-key\n", head.as_bytes(), payload].concat();
    let root = PublicKey { kid: String::new(), x: signers.root_key.clone() };
    if !root.verifies(signature, &message) {
        return Err(Fault::BadSignature);
    }
    let says = content_of(payload, signers).filter(|(_, rest)| rest.is_empty()).ok_or(Fault::Malformed)?.0;
    if benefit_ids.is_some_and(|ids| !ids.contains(&says.benefit_id)) {
        return Err(Fault::WrongBenefit);
    }
    if says.ends_at.is_some() && now < says.signed_at.saturating_sub(BEFORE) {
        return Err(Fault::NotYetValid);
    }
    if says.ends_at.is_some_and(|end| now >= end.saturating_add(TOLERANCE)) {
        return Err(Fault::Expired);
    }
    Ok(says)
}

/// What precedes the bytes, and those, written in the one way that they can be.
fn parts_of(key: &str) -> Result<(&str, Vec<u8>), Fault> {
    if key.len() > MAX_KEY {
        return Err(Fault::TooLong);
    }
    let (head, body) = key.rfind('.').and_then(|at| key.split_at_checked(at.saturating_add(1))).ok_or(Fault::Malformed)?;
    let prefix = head.strip_suffix(MARK).ok_or(Fault::Malformed)?;
    let bytes = from_base64(body).filter(|bytes| bytes.len() > SIGNATURE_BYTES && to_base64url(bytes) == body).ok_or(Fault::Malformed)?;
    if prefix.is_empty() || prefix.ends_with('-') { Ok((head, bytes)) } else { Err(Fault::Malformed) }
}

/// What is read, and the bytes after it; `None` if there are too few.
type Read<'a, T> = Option<(T, &'a [u8])>;

fn byte(bytes: &[u8]) -> Read<'_, u8> {
    bytes.split_first().map(|(first, rest)| (*first, rest))
}

fn number(bytes: &[u8]) -> Read<'_, u32> {
    bytes.split_first_chunk::<4>().map(|(first, rest)| (u32::from_be_bytes(*first), rest))
}

fn id(bytes: &[u8]) -> Read<'_, String> {
    let (first, rest) = bytes.split_first_chunk::<16>()?;
    let hex = format!("{:032x}", u128::from_be_bytes(*first));
    let part = |range| hex.get(range).unwrap_or_default();
    Some(([part(0..8), part(8..12), part(12..16), part(16..20), part(20..32)].join("-"), rest))
}

fn text(bytes: &[u8], length: u8) -> Read<'_, String> {
    let (first, rest) = bytes.split_at_checked(usize::from(length))?;
    Some((first.iter().copied().map(char::from).collect(), rest))
}

fn entitlement(bytes: &[u8]) -> Read<'_, (String, Carried)> {
    let (head, bytes) = byte(bytes)?;
    let (name, bytes) = text(bytes, head & !HAS_NUMBER)?;
    if head < HAS_NUMBER {
        return Some(((name, Carried::On), bytes));
    }
    let (value, bytes) = number(bytes)?;
    Some(((name, Carried::Number(value)), bytes))
}

fn content_of<'a>(bytes: &'a [u8], signers: &Signers) -> Read<'a, SignedLicenseKey> {
    let (serial, bytes) = number(bytes)?;
    let (signed_at, bytes) = number(bytes)?;
    let (ends_at, bytes) = number(bytes)?;
    let (benefit_id, bytes) = id(bytes)?;
    let (length, bytes) = byte(bytes)?;
    let (product, bytes) = text(bytes, length)?;
    let (count, mut bytes) = byte(bytes)?;
    let mut entitlements = BTreeMap::new();
    for _ in 0..count {
        let ((name, value), rest) = entitlement(bytes)?;
        entitlements.insert(name, value);
        bytes = rest;
    }
    let Signers { issuer, organization_id, .. } = signers;
    let [list, place] = [serial.checked_div(LIST_SIZE)?, serial.checked_rem(LIST_SIZE)?];
    let says = SignedLicenseKey {
        serial,
        benefit_id,
        product: Some(product).filter(|product| !product.is_empty()),
        entitlements,
        signed_at: signed_at.into(),
        ends_at: Some(i64::from(ends_at)).filter(|end| *end > 0),
        status_index: usize::try_from(place).ok()?,
        status_uri: format!("{issuer}/.well-known/latchkey/{organization_id}/status-lists/{list}"),
    };
    Some((says, bytes))
}
