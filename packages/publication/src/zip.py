"""Makes an archive of the files in a folder: without entries for folders, which Go refuses, and the same bytes each time."""

import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

archive, folder = sys.argv[1], Path(sys.argv[2])
with ZipFile(archive, "w", ZIP_DEFLATED) as zipped:
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        zipped.writestr(ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes(), ZIP_DEFLATED)
