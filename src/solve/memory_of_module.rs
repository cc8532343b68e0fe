//! How much memory a module for WebAssembly holds.

/// The bytes of a page of WebAssembly.
const PAGE: u64 = 1 << 16;

/// The bytes that the module holds.
pub(super) fn resident() -> Option<u64> {
    Some(core::arch::wasm32::memory_size::<0>() as u64 * PAGE)
}

/// The bytes that the module can still have: 32 bits address no more than 4 GiB.
pub(super) fn available() -> u64 {
    (1 << 32) - resident().unwrap_or(0)
}
