//! Answers that the service has signed (HTTP Message Signatures, RFC 9421; docs/licensing/signed-answers.md).

use crate::encoding::{content_digest, from_base64};
use crate::{Answer, Fault, PublicKey};

/// How a signature that names the operation is asked for. What an older service signs, without it, is not enough: whoever is in between
/// could ask for that.
pub(crate) const ACCEPT_SIGNATURE: &str = concat!(
    r#"latchkey=("@status" "content-digest" "license-operation" "license-request-digest" "license-standing" "license-nonce";req)"#,
    r#";created;tag="latchkey-operation-answer""#
);

/// How the parameters begin: what the signature covers, with the standing or without.
const COVERED: &str = r#"("@status" "content-digest" "license-operation" "license-request-digest" "#;
const STANDING: &str = r#""license-standing" "#;
const NONCE: &str = r#""license-nonce";req);created="#;

/// What was sent.
#[derive(Clone, Copy, Debug)]
pub struct SentRequest<'a> {
    /// Such as `customer_portal.license_keys.validate`.
    pub operation: &'a str,
    /// As it was sent.
    pub body: &'a str,
    /// Of the header `License-Nonce`.
    pub nonce: &'a str,
}

/// What is said about the signature of an answer.
struct Parameters<'a> {
    /// As they stand there.
    text: &'a str,
    covers_standing: bool,
    created: i64,
    kid: &'a str,
    nonce: &'a str,
}

impl<'a> Parameters<'a> {
    fn of(answer: &'a Answer) -> Result<Self, Fault> {
        let parsed = || {
            let text = answer.header("signature-input")?.strip_prefix("latchkey=")?;
            let covered = text.strip_prefix(COVERED)?;
            let with_standing = covered.strip_prefix(STANDING);
            let (created, rest) = with_standing.unwrap_or(covered).strip_prefix(NONCE)?.split_once(r#";keyid=""#)?;
            let (kid, rest) = rest.split_once(r#"";alg="ed25519";nonce=""#)?;
            let nonce = rest.strip_suffix(r#"";tag="latchkey-operation-answer""#)?;
            let is_time = (1..=12).contains(&created.len()) && created.bytes().all(|each| each.is_ascii_digit());
            let is_kid = kid.len() <= 128 && crate::encoding::is_base64url(kid);
            let is_whole = is_time && is_kid && !nonce.contains('"');
            let covers_standing = with_standing.is_some();
            is_whole.then_some(Self { text, covers_standing, created: created.parse().ok()?, kid, nonce })
        };
        parsed().ok_or(Fault::NotSigned)
    }
}

/// The ID of the key that signed an answer.
pub(crate) fn signing_key_of(answer: &Answer) -> Result<&str, Fault> {
    Ok(Parameters::of(answer)?.kid)
}

/// What a signature covers beside the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// When it was made, in seconds since the epoch.
    pub at: i64,
    /// The header `License-Standing`, of an answer that has it.
    pub standing: Option<String>,
}

/// Verifies that an answer is signed for this request.
pub fn verify_answer(answer: &Answer, request: SentRequest<'_>, keys: &[PublicKey]) -> Result<Signed, Fault> {
    let parameters = Parameters::of(answer)?;
    let header = answer.header("signature").ok_or(Fault::NotSigned)?;
    let encoded = header.strip_prefix("latchkey=:").and_then(|rest| rest.strip_suffix(':')).ok_or(Fault::NotSigned)?;
    let key = keys.iter().find(|key| key.kid == parameters.kid).ok_or(Fault::UnknownKey)?;
    if parameters.nonce != request.nonce {
        return Err(Fault::WrongNonce);
    }
    let request_digest = content_digest(request.body);
    let is_operation = answer.header("license-operation") == Some(request.operation);
    if answer.header("license-request-digest") != Some(&request_digest) || !is_operation {
        return Err(Fault::WrongRequest);
    }
    let standing = parameters.covers_standing.then(|| answer.header("license-standing").unwrap_or_default());
    let lines = [
        format!(r#""@status": {}"#, answer.status),
        format!(r#""content-digest": {}"#, content_digest(&answer.text)),
        format!(r#""license-operation": {}"#, request.operation),
        format!(r#""license-request-digest": {request_digest}"#),
    ];
    let last = [format!(r#""license-nonce";req: {}"#, request.nonce), format!(r#""@signature-params": {}"#, parameters.text)];
    let base = lines.into_iter().chain(standing.map(|told| format!(r#""license-standing": {told}"#))).chain(last);
    let base = base.collect::<Vec<_>>().join("\n");
    let signature = from_base64(encoded).ok_or(Fault::NotSigned)?;
    let signed = Signed { at: parameters.created, standing: standing.map(str::to_owned) };
    if key.verifies(&signature, base.as_bytes()) { Ok(signed) } else { Err(Fault::BadSignature) }
}
