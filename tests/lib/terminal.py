"""terminal.py STREAM COLUMNS COMMAND... - runs a command whose stdout or stderr is a terminal of that many columns

Prints what came there; the other stream of a command whose stderr is looked at is dropped. Ends with its exit status.
"""
import fcntl, os, pty, struct, subprocess, sys, termios

ours, theirs = pty.openpty()
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[2]), 0, 0))
if sys.argv[1] == "stderr":
    run = subprocess.Popen(sys.argv[3:], stdout=subprocess.DEVNULL, stderr=theirs)
else:
    run = subprocess.Popen(sys.argv[3:], stdout=theirs)
os.close(theirs)
try:
    while True:
        part = os.read(ours, 4096)
        if not part:
            break
        sys.stdout.buffer.write(part)
except OSError:         # all is read, and nobody writes any more
    pass
sys.exit(run.wait())
