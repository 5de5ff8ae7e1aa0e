"""nginx as a contender of the bench: one process that serves the very bytes and headers of a page from a file."""

import contextlib
import gzip
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from bench_contest import Server, wait_for
from running import ROOT, free_port

# nginx writes these itself.
OWN = {"date", "server", "etag", "content-type", "content-length", "content-encoding", "via", "vary"}
CONFIG = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
events {{ worker_connections 64; }}
http {{
    access_log off;
    types {{ text/html html; }}
    charset utf-8;
    sendfile on;
    tcp_nopush on;
    open_file_cache max=10;
    keepalive_requests 1000000000;
    gzip_static on;
    gzip_vary on;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
        root {folder};
{headers}
        location = / {{ try_files /index.html =404; }}
    }}
}}
"""


def installed() -> str | None:
    """Where nginx is, None when it is not installed; `build_scripts/ensure_tools.sh` fetches one."""
    fetched = ROOT / "build" / "tools" / "usr" / "sbin"
    return shutil.which("nginx") or shutil.which("nginx", path=f"/usr/sbin:/usr/local/sbin:{fetched}")


@contextlib.contextmanager
def nginx(program: str, headers: Mapping[str, str], packed: bytes) -> Iterator[Server]:
    """nginx with that gzip answer at `/`. RuntimeError with its log when it does not start."""
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        (folder / "index.html").write_bytes(gzip.decompress(packed))
        (folder / "index.html.gz").write_bytes(packed)
        lines = [f'        add_header {name} "{_quoted(value)}";' for name, value in headers.items() if _added(name)]
        config = folder / "nginx.conf"
        config.write_text(CONFIG.format(folder=folder, port=port, headers="\n".join(lines)), encoding="utf-8")
        log = folder / "error.log"
        process = subprocess.Popen([program, "-p", name, "-c", str(config), "-e", str(log)], stderr=subprocess.DEVNULL)
        try:
            try:
                wait_for(port, process)
            except RuntimeError as error:
                told = log.read_text(encoding="utf-8") if log.exists() else ""
                raise RuntimeError(f"{error}:\n{told}") from None
            yield Server(port, process.pid)
        finally:
            process.terminate()
            process.wait()


def _added(name: str) -> bool:
    return name.lower() not in OWN


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
