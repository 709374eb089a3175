//! Everything as texts in JSON, for bindings to other languages: [`open`] makes a client of options, [`answer`] performs a command. The
//! commands, their fields and their outcomes are those of the drivers of the conformance kit (packages/conformance/README.md).

mod given;
mod options;

use crate::encoding::{JsonObject, format_time, known, object, parse_object, to_json};
use crate::{
    Carried, Error, Installation, Lease, LicenseClient, LicenseState, OverLimit, PastDue, Refreshed, Renewed, Reservation, SignInCode,
    SignedInKey, SignedLicenseKey, Standing, Trial, Usage, Validation,
};
use given::Given;
pub use options::{open, options};
use serde_json::{Value, json};
use std::io;
use std::time::{Duration, SystemTime};

/// Performs a command, such as `{"command": "activate", "key": "…", "label": "…"}`, and returns the answer: an object with `outcome`. With
/// `"manage": true`, `on_manage` is called with the page on which the customer removes a device; with `sign_in`, with the code as an object in
/// JSON. With `"offer": true`, `sign_in` activates nothing if there are several license keys: one of those in `offered` is then activated.
pub fn answer(client: &LicenseClient, request: &str, on_manage: &mut dyn FnMut(&str)) -> String {
    match parse_object(request) {
        Some(request) => completed(perform(client, request, on_manage)),
        None => failure("The request is no object in JSON."),
    }
}

/// The answer to something that was not done, for whatever reason.
pub fn failure(error: &str) -> String {
    to_json(&failed(error))
}

/// What [`LicenseClient::keep_fresh`] tells, as the answer of `refresh`.
pub fn refreshed(refreshed: io::Result<Refreshed>) -> String {
    completed(refreshed.map(|refreshed| steps(&refreshed)).map_err(Error::Io))
}

/// What [`LicenseClient::keep_checked_out`] tells, as the answer of `heartbeat`.
pub fn heartbeat(left: Result<Duration, Error>) -> String {
    completed(left.map(seconds_left))
}

/// With its outcome.
fn completed(answered: Result<JsonObject, Error>) -> String {
    let mut answer = answered.unwrap_or_else(|error| problem(&error));
    answer.entry("outcome").or_insert_with(|| json!("ok"));
    to_json(&answer)
}

fn failed(error: &str) -> JsonObject {
    object(json!({ "outcome": "error", "error": error }))
}

const WITHOUT_FIELDS: [&str; 9] =
    ["device_id", "check", "units_left", "check_status", "refresh", "heartbeat", "deactivate", "offline_deactivate", "last_deactivation"];

fn perform(client: &LicenseClient, mut request: JsonObject, on_manage: &mut dyn FnMut(&str)) -> Result<JsonObject, Error> {
    let command = request.remove("command").unwrap_or_default();
    let command = command.as_str().unwrap_or_default();
    let with_fields = |names: &[&str]| Given::new(&request, names, &format!("`{command}` has no field"));
    if WITHOUT_FIELDS.contains(&command) {
        with_fields(&[])?;
    }
    let mut pages = vec![];
    let paged = |page: &str| {
        pages.push(page.to_owned());
        on_manage(page);
    };
    Ok(match command {
        "device_id" => with("device_id", client.device_id()?),
        "trial" => {
            let given = with_fields(&["benefit_id", "label", "conditions", "meta"])?;
            with("activation_id", client.trial(&given.required("benefit_id")?, installation_in(&given)?)?)
        }
        "activate" => {
            let given = with_fields(&["key", "label", "conditions", "meta", "manage"])?;
            let (key, installation) = (given.required("key")?, installation_in(&given)?);
            let activated = match given.flag("manage")? {
                true => client.activate_when_free(&key, installation, paged),
                false => client.activate(&key, installation),
            };
            object(json!({ "activation_id": activated?, "pages": pages }))
        }
        "reactivate" => {
            let waits = with_fields(&["manage"])?.flag("manage")?;
            let activated = if waits { client.reactivate_when_free(paged) } else { client.reactivate() };
            object(json!({ "activation_id": activated?, "pages": pages }))
        }
        "sign_in" => sign_in(client, &with_fields(&["client_id", "label", "conditions", "meta", "choose", "offer"])?, on_manage)?,
        "validate" => validation(client.validate(with_fields(&["increment_usage"])?.number("increment_usage")?)?),
        "increment" => {
            let given = with_fields(&["counter", "units"])?;
            validation(client.increment(&given.required("counter")?, given.required_number("units")?)?)
        }
        "signed_key" => signed_key(&client.signed_key(&with_fields(&["key"])?.required("key")?)?),
        "lease" => with(
            "license",
            license(&match with_fields(&["units"])?.units("units")? {
                Some(units) => client.lease_with_units(&units)?,
                None => client.lease()?,
            }),
        ),
        "use" => {
            let given = with_fields(&["counter", "units"])?;
            with("left", client.use_units(&given.required("counter")?, given.required_number("units")?)?)
        }
        "units_left" => with("left", json!(client.units_left()?)),
        "check" => with("license", license(&client.check()?)),
        "check_status" => with("status", client.check_status()?.as_str()),
        "refresh" => steps(&client.refresh()?),
        "heartbeat" => seconds_left(client.heartbeat()?),
        "deactivate" => {
            client.deactivate()?;
            JsonObject::new()
        }
        "reserve" => {
            let given = with_fields(&["units", "ttl_seconds"])?;
            let (units, ttl) = (given.required_number("units")?, given.number("ttl_seconds")?.map(Duration::from_secs));
            let Reservation { id, expires_at, usage: held } = client.reservations().reserve(units, ttl)?;
            let mut reserved = usage(&held);
            reserved.extend(with("id", id));
            reserved.extend(with("expires_at", format_time(expires_at)));
            reserved
        }
        "commit" => {
            let given = with_fields(&["id", "units"])?;
            usage(&client.reservations().commit(&given.required("id")?, given.number("units")?)?)
        }
        "release" => {
            client.reservations().release(&with_fields(&["id"])?.required("id")?)?;
            JsonObject::new()
        }
        "offline_request" => {
            let given = with_fields(&["label", "platform", "app_version"])?;
            let (platform, app_version) = (given.text("platform")?, given.text("app_version")?);
            with("file", client.offline().request(&given.required("label")?, platform.as_deref(), app_version.as_deref())?)
        }
        "import_lease" => with("license", license(&client.offline().import_lease(&with_fields(&["file"])?.required("file")?)?)),
        "offline_deactivate" => with("file", client.offline().deactivate()?),
        "last_deactivation" => with("file", client.offline().last_deactivation()?),
        unknown => failed(&format!("There is no command `{unknown}`.")),
    })
}

/// With the codes that were shown, and, if there were several license keys, those. `choose` is the place of the one to activate.
fn sign_in(client: &LicenseClient, given: &Given<'_>, on_code: &mut dyn FnMut(&str)) -> Result<JsonObject, Error> {
    let (client_id, installation) = (given.required("client_id")?, installation_in(given)?);
    let (place, is_offered) = (given.number("choose")?.unwrap_or_default(), given.flag("offer")?);
    let (mut codes, mut offered) = (vec![], vec![]);
    let keys = client.signed_in_keys(&client_id, |SignInCode { user_code, verification_uri, verification_uri_complete }| {
        let code = object(json!({
            "user_code": user_code,
            "verification_uri": verification_uri,
            "verification_uri_complete": verification_uri_complete,
        }));
        on_code(&to_json(&code));
        codes.push(code);
    })?;
    if keys.len() > 1 {
        offered.extend(keys.iter().map(signed_in_key));
    }
    let mut signed_in = object(json!({ "codes": codes, "offered": offered }));
    if keys.len() == 1 || !is_offered {
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        signed_in.extend(with("activation_id", client.activate_signed_in(&keys, place, installation)?));
    }
    Ok(signed_in)
}

fn signed_in_key(SignedInKey { id, key, display_key, benefit_id, expires_at }: &SignedInKey) -> JsonObject {
    let expires_at = expires_at.and_then(format_time);
    object(json!({ "id": id, "key": key, "display_key": display_key, "benefit_id": benefit_id, "expires_at": expires_at }))
}

/// What a signed key says.
pub fn signed_key(says: &SignedLicenseKey) -> JsonObject {
    let value = |carried: &Carried| match carried {
        Carried::On => json!(true),
        Carried::Number(number) => json!(number),
    };
    let entitlements: JsonObject = says.entitlements.iter().map(|(name, carried)| (name.clone(), value(carried))).collect();
    object(json!({
        "serial": says.serial,
        "benefit_id": says.benefit_id,
        "product": says.product,
        "entitlements": entitlements,
        "signed_at": says.signed_at,
        "ends_at": says.ends_at,
        "status": { "index": says.status_index, "uri": says.status_uri },
    }))
}

fn installation_in(given: &Given<'_>) -> io::Result<Installation> {
    let members = |name| Ok::<_, io::Error>(given.object(name)?.cloned().unwrap_or_default());
    Ok(Installation { label: given.required("label")?, conditions: members("conditions")?, meta: members("meta")? })
}

fn validation(Validation { license_key, standing: told }: Validation) -> JsonObject {
    let mut said = with("license_key", license_key);
    said.extend(told.map(|told| with("standing", standing(&told))).unwrap_or_default());
    said
}

fn standing(Standing { trial, past_due, over_limit, renewed }: &Standing) -> JsonObject {
    let time = |time: &Option<SystemTime>| time.and_then(format_time);
    known(json!({
        "trial": trial.as_ref().map(|Trial { until }| known(json!({ "until": time(until) }))),
        "past_due": past_due.as_ref().map(|PastDue { until }| known(json!({ "until": time(until) }))),
        "over_limit": over_limit.as_ref().map(|OverLimit { limit, used }| known(json!({ "limit": limit, "used": used }))),
        "renewed": renewed.as_ref().map(|Renewed { at, until }| known(json!({ "at": time(at), "until": time(until) }))),
    }))
}

fn with(name: &str, value: impl Into<Value>) -> JsonObject {
    JsonObject::from_iter([(name.to_owned(), value.into())])
}

fn steps(Refreshed { license: state, status, renewal, not_stored }: &Refreshed) -> JsonObject {
    let status = match status {
        Ok(status) => json!({ "outcome": "ok", "status": status.as_str() }),
        Err(error) => json!(problem(error)),
    };
    let renewal = renewal.as_ref().map(|renewal| match renewal {
        Ok(_) => json!({ "outcome": "ok" }),
        Err(error) => json!(problem(error)),
    });
    object(json!({ "license": license(state), "status": status, "renewal": renewal, "stored": not_stored.is_none() }))
}

fn problem(error: &Error) -> JsonObject {
    let mut problem = object(match error {
        Error::NotActivated => json!({ "outcome": "not_activated" }),
        Error::Refused(refused) => json!({
            "outcome": "refused",
            "code": refused.code,
            "status": refused.status,
            "detail": refused.detail,
            "retry_at": refused.retry_at.and_then(format_time),
            "manage_url": refused.manage_url,
        }),
        Error::Unavailable(unavailable) => json!({
            "outcome": "unavailable",
            "reason": unavailable.reason.as_str(),
            "detail": unavailable.detail,
            "retry_after_seconds": unavailable.retry_after.map(|duration| duration.as_secs()),
        }),
        Error::Untrusted(fault) => json!({ "outcome": "untrusted", "fault": fault.as_str() }),
        Error::Canceled => json!({ "outcome": "canceled" }),
        Error::Io(error) => Value::Object(failed(&error.to_string())),
    });
    problem.retain(|name, value| name == "retry_after_seconds" || !value.is_null());
    problem
}

fn seconds_left(left: Duration) -> JsonObject {
    with("seconds_left", left.as_secs())
}

fn license(state: &LicenseState) -> JsonObject {
    object(match state {
        LicenseState::Unusable(reason) => json!({ "usable": false, "reason": reason.as_str() }),
        LicenseState::Usable(usable) => json!({
            "usable": true,
            "state": usable.validity.as_str(),
            "refresh_due": usable.refresh_due,
            "lease": lease(&usable.lease),
        }),
    })
}

fn lease(lease: &Lease) -> Value {
    json!({
        "id": lease.id,
        "license_key_id": lease.license_key_id,
        "activation_id": lease.activation_id,
        "device": lease.device,
        "nonce": lease.nonce,
        "issued_at": lease.issued_at,
        "not_before": lease.not_before,
        "expires_at": lease.expires_at,
        "refresh_after": lease.refresh_after,
        "grace_until": lease.grace_until,
        "status_index": lease.status_index,
        "status_uri": lease.status_uri,
        "claims": lease.claims,
    })
}

fn usage(Usage { usage, limit_usage, reserved_units }: &Usage) -> JsonObject {
    object(json!({ "usage": usage, "limit_usage": limit_usage, "reserved_units": reserved_units }))
}
