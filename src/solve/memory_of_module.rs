//! How much memory a module for WebAssembly holds. Elsewhere, a library without the feature `cli` asks no system.

/// The bytes of a page of WebAssembly.
#[cfg(target_arch = "wasm32")]
const PAGE: u64 = 1 << 16;

/// Whether anybody knows how much memory is in use.
pub(super) const fn is_known() -> bool {
    cfg!(target_arch = "wasm32")
}

/// The bytes that the module holds.
#[cfg(target_arch = "wasm32")]
pub(super) fn resident() -> Option<u64> {
    Some(core::arch::wasm32::memory_size::<0>() as u64 * PAGE)
}

/// Nobody knows.
#[cfg(not(target_arch = "wasm32"))]
pub(super) const fn resident() -> Option<u64> {
    None
}

/// The bytes that the module can still have: 32 bits address no more than 4 GiB. Elsewhere all that may be asked for.
pub(super) fn available() -> u64 {
    let all = if cfg!(target_pointer_width = "32") { 1 << 32 } else { u64::MAX };
    all - resident().unwrap_or(0)
}
