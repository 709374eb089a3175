from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_first_block_works_when_it_is_pasted(tmp_path: Path) -> None:
    block = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)[0]
    program = tmp_path / "application.py"
    program.write_text(block.replace("https://licenses.example.com", "http://127.0.0.1:1"), "utf-8")
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, str(program)], input="KEY\n", capture_output=True, text=True, check=False, env=home, cwd=tmp_path
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert re.fullmatch(r"Not licensed: no_lease\nLicense key: That did not work\. network: .*\n", ended.stdout)
