"""Types lines into a shell on a terminal of its own, each after the one before was answered, and prints what it shows."""
import os
import pty
import select
import sys

folder, shell, *lines = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    os.chdir(folder)
    os.execvp(shell.split()[0], shell.split())


def shown(until_quiet, until=b""):
    """What comes until nothing has come for a while, and not before some words."""
    found = b""
    while True:
        ready, _, _ = select.select([terminal], [], [], 20 if until not in found else until_quiet)
        if not ready:
            return found
        found += os.read(terminal, 65536)


os.write(terminal, lines[0].encode())
shown(0.3, b"ready\r\n")
for line in lines[1:]:
    os.write(terminal, line.encode())
    sys.stdout.buffer.write(shown(0.7))
    # Ctrl-U removes the line.
    os.write(terminal, b"\x15")
    sys.stdout.buffer.write(shown(0.1) + b"\n")
os.kill(pid, 9)
