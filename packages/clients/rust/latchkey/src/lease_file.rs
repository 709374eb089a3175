//! Lease files that came by mail.

use crate::Fault;
use crate::encoding::{parse_object, text_in};
use serde_json::Value;

const MAX_LEASE_FILE: usize = 64 * 1024;

/// What a lease file has, which nothing proves yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaseFile {
    /// A token.
    pub lease: String,
    /// A token: the set of keys of which one has signed the lease.
    pub signed_keys: String,
}

/// Reads a lease file.
pub fn lease_file_in(file: &str) -> Result<LeaseFile, Fault> {
    if file.len() > MAX_LEASE_FILE {
        return Err(Fault::TooLong);
    }
    let content = parse_object(&from_mail(file)).unwrap_or_default();
    let is_version = content.get("version").and_then(Value::as_u64) == Some(1);
    if text_in(&content, "type") != Ok("latchkey-lease-file") || !is_version {
        return Err(Fault::WrongType);
    }
    Ok(LeaseFile { lease: text_in(&content, "lease")?.to_owned(), signed_keys: text_in(&content, "signed_keys")?.to_owned() })
}

/// Without a byte order mark, the marks of a quotation, the wrapping of long lines, and what was written before and after the JSON. None
/// of its texts contains a blank.
fn from_mail(file: &str) -> String {
    let is_blank = |each: char| each.is_whitespace() || matches!(each, '\u{200b}' | '\u{2060}' | '\u{feff}');
    let joined: String = file
        .split(['\r', '\n'])
        .map(|line| line.trim_start_matches(|each: char| each == '>' || each == '\u{feff}' || each.is_whitespace()))
        .flat_map(|line| line.strip_suffix('=').unwrap_or(line).chars())
        .filter(|each| !is_blank(*each))
        .map(|each| if matches!(each, '\u{201c}'..='\u{201f}') { '"' } else { each })
        .collect();
    let range = joined.find('{').zip(joined.rfind('}')).and_then(|(first, last)| joined.get(first..=last));
    range.unwrap_or_default().to_owned()
}
