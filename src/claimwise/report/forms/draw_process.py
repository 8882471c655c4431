"""The process that draws: a chart comes in, a picture goes out.

It is run as a file and imports nothing of the package, so that it starts at once.
"""

import json
import os
import sys


def main() -> None:
    """Answer with a picture; what the renderer refuses is said, with the code 1."""
    answer = os.dup(1)
    os.dup2(2, 1)  # what the renderer prints is not taken for a picture
    request = json.load(sys.stdin.buffer)
    try:
        content, code = picture(request["chart"], request["kind"]), 0
    except Exception as error:
        said = f"{type(error).__name__}: {error}".strip().splitlines()[0]
        content, code = said[:300].encode(), 1
    with os.fdopen(answer, "wb") as out:
        out.write(content)
    os._exit(code)  # what the renderer does at its end changes no picture


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
