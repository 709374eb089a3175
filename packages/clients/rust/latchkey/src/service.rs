//! The operations for applications, and the public keys that sign their answers.

use crate::clock::Clock;
use crate::encoding::{JsonObject, parse_object, parse_time, random_bytes, text_of, to_base64url, to_json};
use crate::signed_answer::{ACCEPT_SIGNATURE, SentRequest, signing_key_of, verify_answer};
use crate::storage::{Storage, locked};
use crate::transport::{Call, Sent, Transport};
use crate::{Answer, Error, Fault, KeySet, Refused, Signed, Signers, Unavailable, UnavailableReason, open_key_set};
use serde_json::{Value, json};
use std::io;
use std::sync::{Arc, Mutex};

const KEYS: &str = "/v1/customer-portal/license-keys";
/// The names of its operations in a signature begin with it.
const AREA: &str = "customer_portal.license_keys";
const SET: &str = "keys";
/// What the service calls its errors. It never asks for a sign-in here, so `Unauthorized` is what somebody in between says.
const ERRORS: [&str; 7] = [
    "BadRequest",
    "NotPermitted",
    "ResourceNotFound",
    "IdempotencyKeyInUse",
    "MethodNotAllowed",
    "RequestBodyTooLarge",
    "UnsupportedMediaType",
];

pub(crate) type Header<'a> = (&'a str, &'a str);

pub(crate) struct SignedBody {
    pub body: JsonObject,
    /// When the service answered, by its own clock, in seconds.
    pub signed_at: i64,
    /// That of the request.
    pub nonce: String,
    /// The header `License-Standing`; `None` if it is missing or nobody signed it.
    pub standing: Option<String>,
}

pub(crate) struct Service {
    pub url: String,
    pub signers: Signers,
    pub storage: Arc<dyn Storage>,
    pub transport: Transport,
    pub clock: Arc<Clock>,
    pub known: Mutex<Option<Arc<KeySet>>>,
}

impl Service {
    /// What an operation of the application begins with.
    pub fn begin(&self) -> Call {
        self.transport.begin()
    }

    /// Calls an operation whose answers are not signed. The body of a response without content is empty.
    pub fn call(&self, call: &Call, operation: &str, body: &JsonObject, headers: &[Header<'_>]) -> Result<JsonObject, Error> {
        let answer = self.post(call, operation, &to_json(body), headers)?;
        if answer.text.is_empty() {
            return Ok(JsonObject::new());
        }
        parse_object(&answer.text).ok_or_else(not_the_service)
    }

    /// Calls an operation that signs its answers, and verifies the answer.
    pub fn call_signed(&self, call: &Call, operation: &str, body: &JsonObject, headers: &[Header<'_>]) -> Result<SignedBody, Error> {
        self.call_with_nonce(call, operation, body, headers, new_nonce()?)
    }

    /// The same, and the body repeats the nonce.
    pub fn call_signed_with_nonce(
        &self,
        call: &Call,
        operation: &str,
        mut body: JsonObject,
        headers: &[Header<'_>],
    ) -> Result<SignedBody, Error> {
        let nonce = new_nonce()?;
        body.insert("nonce".to_owned(), json!(nonce));
        self.call_with_nonce(call, operation, &body, headers, nonce)
    }

    fn call_with_nonce(
        &self,
        call: &Call,
        operation: &str,
        body: &JsonObject,
        headers: &[Header<'_>],
        nonce: String,
    ) -> Result<SignedBody, Error> {
        let sent = to_json(body);
        let headers = [headers, &[("license-nonce", nonce.as_str()), ("accept-signature", ACCEPT_SIGNATURE)]].concat();
        let answer = self.post(call, operation, &sent, &headers)?;
        let keys = self.keys_with(call, signing_key_of(&answer)?, Some(0))?;
        let request = SentRequest { operation: &format!("{AREA}.{operation}"), body: &sent, nonce: &nonce };
        let Signed { at: signed_at, standing } = verify_answer(&answer, request, &keys.keys)?;
        if keys.is_over(signed_at) || !self.clock.is_plausible(signed_at)? {
            return Err(Fault::Expired.into());
        }
        let body = parse_object(&answer.text).ok_or(Fault::Malformed)?;
        Ok(SignedBody { body, signed_at, nonce, standing })
    }

    /// The set of keys, if possible one that has this key: a set that has it not is fetched again, once. `at` is when a fetched set has to
    /// be valid, now if left out. For the answer to a request of now, that is the time at which it was signed.
    pub fn keys_with(&self, call: &Call, kid: &str, at: Option<i64>) -> Result<Arc<KeySet>, Error> {
        let now = self.clock.now()?;
        if let Some(known) = self.known_at(now)?.filter(|known| known.has(kid) && now < known.expires_at) {
            return Ok(known);
        }
        let url = format!("{}/.well-known/latchkey/{}/jwks.json", self.url, self.signers.organization_id);
        let answer = self.transport.get(call, &url)?;
        let token = parse_object(&answer.text).and_then(|body| text_of(&body, "signed_keys"));
        let token = token.filter(|_| answer.status == 200).ok_or(Fault::UnknownKey)?;
        let set = Arc::new(open_key_set(&token, &self.signers, at.unwrap_or(now))?);
        *locked(&self.known) = Some(Arc::clone(&set));
        // A full disk is no reason to distrust an answer. This program has the keys.
        let _ = self.storage.write(SET, &token);
        Ok(set)
    }

    /// Fetches what is published under a URL of the service.
    pub fn published(&self, call: &Call, uri: &str) -> Result<String, Error> {
        let path = uri.strip_prefix(&self.signers.issuer).filter(|path| path.starts_with('/')).ok_or(Fault::WrongIssuer)?;
        let answer = self.transport.get(call, &format!("{}{path}", self.url))?;
        if answer.status == 200 { Ok(answer.text) } else { Err(not_the_service()) }
    }

    fn known_at(&self, now: i64) -> io::Result<Option<Arc<KeySet>>> {
        let mut known = locked(&self.known);
        if known.is_none() {
            let token = self.storage.read(SET)?;
            *known = token.and_then(|token| open_key_set(&token, &self.signers, now).ok()).map(Arc::new);
        }
        Ok(known.clone())
    }

    fn post(&self, call: &Call, operation: &str, body: &str, headers: &[Header<'_>]) -> Result<Answer, Error> {
        let answer = self.transport.post(call, &format!("{}{KEYS}/{operation}", self.url), &Sent { body, headers })?;
        match answer.status {
            200..300 => Ok(answer),
            _ => Err(refusal_in(&answer).map_or_else(not_the_service, Error::Refused)),
        }
    }
}

pub(crate) fn new_nonce() -> io::Result<String> {
    Ok(to_base64url(&random_bytes::<24>()?))
}

fn not_the_service() -> Error {
    let detail = "The response is not one of the service.".to_owned();
    Unavailable { reason: UnavailableReason::NotTheService, detail, retry_after: None }.into()
}

/// Whether an answer names a code or a known error, or is a 422 that lists what is wrong.
fn is_of_the_service(answer: &Answer, body: &JsonObject, detail: &Value) -> bool {
    let is_list = answer.status == 422 && is_list_of_problems(detail);
    answer.header("license-code").is_some() || text_of(body, "error").is_some_and(|error| ERRORS.contains(&error.as_str())) || is_list
}

fn is_list_of_problems(detail: &Value) -> bool {
    let is_problem = |each: &Value| each.get("loc").is_some_and(Value::is_array) && each.get("msg").is_some_and(Value::is_string);
    detail.as_array().is_some_and(|problems| problems.iter().all(is_problem))
}

/// `None` for the page of a firewall or of a hotel's network, in whatever form.
fn refusal_in(answer: &Answer) -> Option<Refused> {
    let body = parse_object(&answer.text)?;
    let detail = body.get("detail").filter(|detail| is_of_the_service(answer, &body, detail))?;
    let general = || match (answer.status, text_of(&body, "error")) {
        (422, _) => "INVALID_REQUEST".to_owned(),
        (status, error) => error.unwrap_or_else(|| status.to_string()),
    };
    let code = answer.header("license-code").map(str::to_owned).or_else(|| text_of(&body, "code"));
    let is_url = |url: &&str| url.starts_with("https://") || url.starts_with("http://");
    Some(Refused {
        code: code.unwrap_or_else(general),
        status: answer.status,
        detail: detail.as_str().map_or_else(|| detail.to_string().chars().take(1000).collect(), str::to_owned),
        retry_at: parse_time(body.get("retry_at")),
        manage_url: answer.header("license-manage-url").filter(is_url).map(str::to_owned),
    })
}

/// Among the members of an answer.
pub(crate) fn number_in(body: &JsonObject, name: &str) -> Result<u64, Fault> {
    body.get(name).and_then(Value::as_u64).ok_or(Fault::Malformed)
}
