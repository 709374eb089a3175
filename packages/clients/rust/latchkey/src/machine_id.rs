//! An ID of the machine, made of what identifies it.

use crate::DeviceDescription;
use crate::encoding::to_base64url;
use ring::digest::{SHA256, digest};
use serde_json::json;

/// Components that name a model or a setting, which many machines share. The service knows the same.
const DESCRIBING: [&str; 6] = ["board", "cpu", "hostname", "model", "product", "vendor"];
/// Components that only an administrator can read, and so not all accounts of a machine.
const OF_ADMINISTRATORS: [&str; 2] = ["board_serial", "system_serial"];
const VIRTUAL: [&str; 3] = ["hypervisor", "container", "ci"];
/// The ID of the operating system's installation, and something else: images of machines may have the same ID.
const FEWEST_COMPONENTS: usize = 2;

/// An ID that every account of the described machine makes. `None` for virtual machines, of which many may be copies of one, and where too
/// little is known. It is bound to the organization, so that two sellers cannot compare what they know.
pub(crate) fn machine_id_of(description: &DeviceDescription, organization_id: &str) -> Option<String> {
    let DeviceDescription { components, is_virtual, .. } = description;
    let is_virtual = is_virtual.unwrap_or_else(|| VIRTUAL.iter().any(|name| components.contains_key(*name)));
    let is_read_by_all = |name: &str| !DESCRIBING.contains(&name) && !OF_ADMINISTRATORS.contains(&name);
    let read_by_all: Vec<_> = components.iter().filter(|(name, _)| is_read_by_all(name)).collect();
    if is_virtual || !components.contains_key("machine_id") || read_by_all.len() < FEWEST_COMPONENTS {
        return None;
    }
    let identifying: Vec<_> = std::iter::once(json!(organization_id)).chain(read_by_all.into_iter().map(|each| json!(each))).collect();
    let text = json!(identifying).to_string();
    Some(format!("m-{}", to_base64url(digest(&SHA256, text.as_bytes()).as_ref())))
}

#[cfg(test)]
mod tests {
    use super::machine_id_of;
    use crate::DeviceDescription;

    const IDENTIFYING: [(&str, &str); 3] = [("machine_id", "f00d"), ("disk_serial", "S1"), ("mac_1", "a4:83:e7:00:00:01")];

    fn described(components: &[(&str, &str)]) -> DeviceDescription {
        let components = components.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        DeviceDescription { components, ..DeviceDescription::default() }
    }

    fn id_of(components: &[(&str, &str)]) -> Option<String> {
        machine_id_of(&described(components), "org")
    }

    #[test]
    fn all_accounts_of_a_machine_make_the_same_id_also_those_of_administrators_who_can_read_more() {
        // That of the client in TypeScript for these components.
        let known = Some("m-Pm9VqrSeHnlzo4ROBiso75xeBnFxgZ_hdA86ilpfgRA".to_owned());
        assert_eq!(id_of(&IDENTIFYING), known);
        let more = [("board_serial", "B1"), ("system_serial", "C1"), ("hostname", "renamed"), ("model", "XPS 13")];
        assert_eq!(id_of(&[&IDENTIFYING[..], &more].concat()), known);
        assert_ne!(id_of(&[&IDENTIFYING[..], &[("disk_serial", "S2")]].concat()), known);
        assert_ne!(machine_id_of(&described(&IDENTIFYING), "another"), known);
    }

    #[test]
    fn virtual_machines_and_those_of_which_little_is_known_have_none() {
        assert_eq!(id_of(&[("disk_serial", "S1"), ("mac_1", "a4:83:e7:00:00:01")]), None);
        assert_eq!(id_of(&[("machine_id", "f00d"), ("board_serial", "B1"), ("model", "XPS 13")]), None);
        assert_eq!(id_of(&[&IDENTIFYING[..], &[("container", "docker")]].concat()), None);
        let said = DeviceDescription { is_virtual: Some(true), ..described(&IDENTIFYING) };
        assert_eq!(machine_id_of(&said, "org"), None);
    }
}
