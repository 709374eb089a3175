//! The options of a client, as a text.

use super::given::{Given, invalid};
use crate::encoding::{JsonObject, parse_object, parse_time};
use crate::{Application, DeviceDescription, FileStorage, LicenseClient, Options, describe_device};
use serde_json::Value;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

const NAMES: [&str; 15] = [
    "url",
    "organization_id",
    "root_key",
    "benefit_ids",
    "issuer",
    "storage",
    "storage_for",
    "device_id",
    "device",
    "application",
    "process",
    "timeout_ms",
    "attempts",
    "ca",
    "proxy",
];

/// The options in a text: `url`, `organization_id`, `root_key`, and, if they are there, `storage` (a folder) or `storage_for` (the name of
/// an application), `benefit_ids`, `issuer`, `device_id`, `device` (a description, or `true` for that of this machine), `application`,
/// `process`, `timeout_ms`, `attempts`, `ca` (a file) and `proxy` (a URL). Others are refused. The error is a sentence.
pub fn options(text: &str) -> Result<Options, String> {
    options_in(text).map_err(|error| error.to_string())
}

/// A client with the [`options`] in a text.
pub fn open(text: &str) -> Result<LicenseClient, String> {
    LicenseClient::new(options(text)?).map_err(|error| error.to_string())
}

fn options_in(text: &str) -> io::Result<Options> {
    let given = parse_object(text).ok_or_else(|| invalid("The options are no object in JSON."))?;
    let given = Given::new(&given, &NAMES, "There is no option")?;
    let mut options = Options::new(given.required("url")?, given.required("organization_id")?, given.required("root_key")?);
    options.benefit_ids = given.texts("benefit_ids")?;
    options.issuer = given.text("issuer")?;
    options.device_id = given.text("device_id")?;
    options.process = given.flag("process")?;
    let storage = match (given.text("storage")?, given.text("storage_for")?) {
        (Some(_), Some(_)) => return Err(invalid("`storage` and `storage_for` are two storages.")),
        (Some(folder), None) => Some(FileStorage::new(folder)),
        (None, Some(name)) => Some(FileStorage::for_application(&name)?),
        (None, None) => None,
    };
    if let Some(storage) = storage {
        options.storage = Some(Arc::new(storage));
    }
    match given.value("device") {
        None | Some(Value::Bool(false)) => {}
        Some(Value::Bool(true)) => options.device = Some(Box::new(describe_device)),
        Some(Value::Object(described)) => {
            let described = description_in(described)?;
            options.device = Some(Box::new(move || described.clone()));
        }
        Some(_) => return Err(invalid("`device` is neither a description nor `true`.")),
    }
    options.application = given.object("application")?.map(application_in).transpose()?;
    if let Some(timeout) = given.number("timeout_ms")? {
        options.timeout = Duration::from_millis(timeout);
    }
    if let Some(attempts) = given.number("attempts")? {
        options.attempts = u32::try_from(attempts).map_err(|_| invalid("`attempts` is too large."))?;
    }
    options.ca = given.text("ca")?.map(PathBuf::from);
    options.proxy = given.text("proxy")?;
    Ok(options)
}

fn application_in(given: &JsonObject) -> io::Result<Application> {
    let given = Given::new(given, &["version", "released_at"], "`application` has no member")?;
    let no_time = || invalid("`released_at` is no time, such as `2026-06-01T12:00:00Z`.");
    let released_at = given.value("released_at").map(|text| parse_time(Some(text)).ok_or_else(no_time));
    Ok(Application { version: given.text("version")?, released_at: released_at.transpose()? })
}

fn description_in(given: &JsonObject) -> io::Result<DeviceDescription> {
    let given = Given::new(given, &["components", "class", "virtual", "platform"], "`device` has no member")?;
    let no_text = |name: &str| invalid(format!("The component `{name}` is no text."));
    let text_of = |name: &str, value: &Value| value.as_str().map(str::to_owned).ok_or_else(|| no_text(name));
    let components = given.object("components")?.into_iter().flatten();
    let components = components.map(|(name, value)| Ok((name.clone(), text_of(name, value)?)));
    Ok(DeviceDescription {
        components: components.collect::<io::Result<_>>()?,
        class: given.text("class")?,
        is_virtual: given.value("virtual").map(|_| given.flag("virtual")).transpose()?,
        platform: given.text("platform")?,
    })
}
