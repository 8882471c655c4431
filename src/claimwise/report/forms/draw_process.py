"""The process that draws: charts come in, pictures go out, until nobody asks any more.

It is run as a file and imports nothing of the package, so that it starts at once.
"""

import json
import os
import struct
import sys

SIZE = struct.Struct(">cQ")


def main() -> None:
    """Answer every request; what the renderer refuses is said, what crashes it ends this."""
    come, go = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what the renderer prints is not taken for a picture
    while head := come.read(SIZE.size):
        request = json.loads(come.read(SIZE.unpack(head)[1]))
        try:
            status, content = b"+", picture(request["chart"], request["kind"])
        except Exception as error:
            said = f"{type(error).__name__}: {error}".strip().splitlines()[0]
            status, content = b"-", said[:300].encode()
        go.write(SIZE.pack(status, len(content)) + content)
        go.flush()


def picture(chart: dict[str, object], kind: str) -> bytes:
    """Return a chart as svg, png or pdf."""
    import vl_convert

    if kind == "png":
        return bytes(vl_convert.vegalite_to_png(chart, scale=2))
    if kind == "pdf":
        return bytes(vl_convert.vegalite_to_pdf(chart))
    return str(vl_convert.vegalite_to_svg(chart)).encode()


if __name__ == "__main__":
    main()
