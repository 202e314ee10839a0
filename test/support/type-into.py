"""Types lines into a shell in a pseudo-terminal, each when the output of the previous one has ended, and prints the output."""
import os
import pty
import select
import sys

folder, shell, *lines = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    os.chdir(folder)
    os.execvp(shell.split()[0], shell.split())


def read_output(until_quiet, until=b""):
    """Reads until `until` has appeared and no output has come for `until_quiet` seconds."""
    found = b""
    while True:
        ready, _, _ = select.select([terminal], [], [], 20 if until not in found else until_quiet)
        if not ready:
            return found
        found += os.read(terminal, 65536)


os.write(terminal, lines[0].encode())
read_output(0.3, b"ready\r\n")
for line in lines[1:]:
    os.write(terminal, line.encode())
    sys.stdout.buffer.write(read_output(0.7))
    # Ctrl-U removes the line.
    os.write(terminal, b"\x15")
    sys.stdout.buffer.write(read_output(0.1) + b"\n")
os.kill(pid, 9)
