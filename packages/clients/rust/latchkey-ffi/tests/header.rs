//! The header is that of the functions.

use cbindgen::{Builder, Config};
use std::path::Path;

#[test]
fn the_header_is_current() -> Result<(), Box<dyn std::error::Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = root.join("include/latchkey.h");
    let config = Config::from_file(root.join("cbindgen.toml"))?;
    let mut made = Vec::new();
    Builder::new().with_src(root.join("src/lib.rs")).with_config(config).generate()?.write(&mut made);
    let made = String::from_utf8(made)?;
    if std::env::var_os("UPDATE_HEADER").is_some() {
        std::fs::write(&header, &made)?;
    }
    assert_eq!(std::fs::read_to_string(header)?, made, "UPDATE_HEADER=1 writes it");
    Ok(())
}
