//! Everything as texts in JSON, for bindings to other languages: [`open`] makes a client of options, [`answer`] performs a command. The
//! commands, their fields and their outcomes are those of the drivers of the conformance kit (packages/conformance/README.md).

use crate::encoding::{JsonObject, format_time, object, parse_object, text_of, to_json};
use crate::{
    Application, DeviceDescription, Error, FileStorage, Installation, Lease, LicenseClient, LicenseState, Options, Refreshed, Reservation,
    Usage, describe_device,
};
use serde_json::{Value, json};
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// The options in a text: `url`, `organization_id`, `root_key`, and, if they are there, `storage` (a folder) or `storage_for` (the name of
/// an application), `benefit_ids`, `issuer`, `device_id`, `device` (a description, or `true` for that of this machine), `application`,
/// `timeout_ms` and `attempts`. The error is a sentence.
pub fn options(text: &str) -> Result<Options, String> {
    let given = parse_object(text).ok_or("The options are no object in JSON.")?;
    let required = |name| text_of(&given, name).ok_or_else(|| format!("`{name}` is missing."));
    let mut options = Options::new(required("url")?, required("organization_id")?, required("root_key")?);
    options.benefit_ids = match given.get("benefit_ids") {
        None | Some(Value::Null) => None,
        Some(ids) => Some(texts_in(ids).ok_or("`benefit_ids` is no list of texts.")?),
    };
    options.issuer = text_of(&given, "issuer");
    options.device_id = text_of(&given, "device_id");
    if let Some(folder) = text_of(&given, "storage") {
        options.storage = Arc::new(FileStorage::new(folder));
    } else if let Some(name) = text_of(&given, "storage_for") {
        options.storage = Arc::new(FileStorage::for_application(&name));
    }
    match given.get("device") {
        Some(Value::Bool(true)) => options.device = Some(Box::new(describe_device)),
        Some(Value::Object(described)) => {
            let described = description_of(described);
            options.device = Some(Box::new(move || described.clone()));
        }
        _ => {}
    }
    if let Some(application) = given.get("application").and_then(Value::as_object) {
        let released_at = crate::encoding::parse_time(application.get("released_at"));
        options.application = Some(Application { version: text_of(application, "version"), released_at });
    }
    if let Some(timeout) = given.get("timeout_ms").and_then(Value::as_u64) {
        options.timeout = Duration::from_millis(timeout);
    }
    if let Some(attempts) = given.get("attempts").and_then(Value::as_u64) {
        options.attempts = u32::try_from(attempts).map_err(|_| "`attempts` is too large.")?;
    }
    Ok(options)
}

/// A client with the [`options`] in a text.
pub fn open(text: &str) -> Result<LicenseClient, String> {
    LicenseClient::new(options(text)?).map_err(|error| error.to_string())
}

/// Performs a command, such as `{"command": "activate", "key": "…", "label": "…"}`, and returns the answer: an object with `outcome`. With
/// `"manage": true`, `on_manage` is called with the page on which the customer removes a device.
pub fn answer(client: &LicenseClient, request: &str, on_manage: &mut dyn FnMut(&str)) -> String {
    match parse_object(request) {
        Some(request) => completed(perform(client, &request, on_manage)),
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

fn perform(client: &LicenseClient, request: &JsonObject, on_manage: &mut dyn FnMut(&str)) -> Result<JsonObject, Error> {
    let text = |name| text_of(request, name);
    let required = |name| text(name).unwrap_or_default();
    let number = |name| request.get(name).and_then(Value::as_u64);
    let members = |name| request.get(name).and_then(Value::as_object).cloned().unwrap_or_default();
    let installation = || Installation { label: required("label"), conditions: members("conditions"), meta: members("meta") };
    let waits = request.get("manage").and_then(Value::as_bool) == Some(true);
    let mut pages = vec![];
    let paged = |page: &str| {
        pages.push(page.to_owned());
        on_manage(page);
    };
    Ok(match required("command").as_str() {
        "device_id" => with("device_id", client.device_id()?),
        "trial" => with("activation_id", client.trial(&required("benefit_id"), installation())?),
        "activate" => {
            let installation = installation();
            let key = required("key");
            let activated = if waits { client.activate_when_free(&key, installation, paged) } else { client.activate(&key, installation) };
            object(json!({ "activation_id": activated?, "pages": pages }))
        }
        "reactivate" => {
            let activated = if waits { client.reactivate_when_free(paged) } else { client.reactivate() };
            object(json!({ "activation_id": activated?, "pages": pages }))
        }
        "validate" => with("license_key", client.validate(number("increment_usage"))?),
        "lease" => with("license", license(&client.lease()?)),
        "check" => with("license", license(&client.check()?)),
        "check_status" => with("status", client.check_status()?.as_str()),
        "refresh" => steps(&client.refresh()?),
        "heartbeat" => seconds_left(client.heartbeat()?),
        "deactivate" => {
            client.deactivate()?;
            JsonObject::new()
        }
        "reserve" => {
            let ttl = number("ttl_seconds").map(Duration::from_secs);
            let Reservation { id, expires_at, usage: held } = client.reservations().reserve(number("units").unwrap_or_default(), ttl)?;
            let mut reserved = usage(&held);
            reserved.extend(with("id", id));
            reserved.extend(with("expires_at", format_time(expires_at)));
            reserved
        }
        "commit" => usage(&client.reservations().commit(&required("id"), number("units"))?),
        "release" => {
            client.reservations().release(&required("id"))?;
            JsonObject::new()
        }
        "offline_request" => {
            let (platform, app_version) = (text("platform"), text("app_version"));
            with("file", client.offline().request(&required("label"), platform.as_deref(), app_version.as_deref())?)
        }
        "import_lease" => with("license", license(&client.offline().import_lease(&required("file"))?)),
        "offline_deactivate" => with("file", client.offline().deactivate()?),
        "last_deactivation" => with("file", client.offline().last_deactivation()?),
        unknown => failed(&format!("There is no command `{unknown}`.")),
    })
}

fn with(name: &str, value: impl Into<Value>) -> JsonObject {
    JsonObject::from_iter([(name.to_owned(), value.into())])
}

fn steps(Refreshed { license: state, status, renewal }: &Refreshed) -> JsonObject {
    let status = match status {
        Ok(status) => json!({ "outcome": "ok", "status": status.as_str() }),
        Err(error) => json!(problem(error)),
    };
    let renewal = renewal.as_ref().map(|renewal| match renewal {
        Ok(_) => json!({ "outcome": "ok" }),
        Err(error) => json!(problem(error)),
    });
    object(json!({ "license": license(state), "status": status, "renewal": renewal }))
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

fn description_of(described: &JsonObject) -> DeviceDescription {
    let components = described.get("components").and_then(Value::as_object).into_iter().flatten();
    DeviceDescription {
        components: components.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect(),
        class: text_of(described, "class"),
        is_virtual: described.get("virtual").and_then(Value::as_bool),
        platform: text_of(described, "platform"),
    }
}

fn texts_in(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|each| each.as_str().map(str::to_owned)).collect()
}
