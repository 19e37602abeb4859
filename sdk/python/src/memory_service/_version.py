"""The version of this package; `npm run release` sets it."""

VERSION = "0.2.0"
