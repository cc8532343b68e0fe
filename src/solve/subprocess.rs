//! A process that works for this one.

use std::process::Command;

/// A Ctrl-C at the terminal is for the program that asked: it tells this one.
pub(crate) fn apart_from_terminal(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(windows)]
    {
        // CREATE_NEW_PROCESS_GROUP of Windows' process creation flags.
        std::os::windows::process::CommandExt::creation_flags(command, 0x200);
    }
    command
}
