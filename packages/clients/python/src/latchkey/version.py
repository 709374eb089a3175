"""The version of the library, which is also that of its package."""

VERSION = "0.1.0"
