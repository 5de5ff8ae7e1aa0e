"""What a monitor is told: requests, letters, jobs, the newest backup, room on the disk, and the process itself."""

from collections.abc import Iterator
from typing import Any

from peewee import fn
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from app import __version__, clock, generations
from app.alerts.models import Alert
from app.alerts.trouble import failing_jobs
from app.backups.shelf import newest
from app.config import Config
from app.documents import disk
from app.mail.models import Letter
from app.metrics.tally import BOUNDS, Tally


class Figures(Collector):
    """The figures of one program, read when they are asked for."""

    def __init__(self, config: Config, requests: Tally) -> None:
        self._config, self._requests = config, requests

    def collect(self) -> Iterator[Metric]:
        """Each figure with its samples. Raises peewee.DatabaseError, OSError."""
        made = GaugeMetricFamily("helios_build_info", "1, with the program's version.", labels=["version"])
        made.add_metric([__version__], 1)
        yield made
        yield from self._of_requests()
        yield from self._of_rows()
        yield from self._of_the_disk()

    def _of_requests(self) -> Iterator[Metric]:
        counted = CounterMetricFamily(
            "helios_http_requests", "Requests answered, pages and files apart.", labels=["method", "route", "status"]
        )
        for (method, rule, status), count in self._requests.answers().items():
            counted.add_metric([method, rule, str(status)], count)
        yield counted
        took = HistogramMetricFamily("helios_http_request_seconds", "How long they took.", labels=["route"])
        for rule, times in self._requests.times():
            up_to, buckets = 0, []
            for bound, count in zip((*map(str, BOUNDS), "+Inf"), times.within, strict=True):
                up_to += count
                buckets.append((bound, up_to))
            took.add_metric([rule], buckets, times.seconds)
        yield took

    def _of_rows(self) -> Iterator[Metric]:
        letters = GaugeMetricFamily("helios_letters", "Letters by what became of them.", labels=["status"])
        counts: Any = Letter.select(Letter.status, fn.COUNT(Letter.id)).group_by(Letter.status).tuples()
        for status, count in counts:
            letters.add_metric([status], count)
        yield letters
        alerts = Alert.select().where(Alert.resolved_at.is_null()).count()
        yield GaugeMetricFamily("helios_alerts_open", "What staff were told of and have not resolved.", alerts)
        yield GaugeMetricFamily("helios_jobs_failing", "Background jobs that keep failing.", len(failing_jobs()))

    def _of_the_disk(self) -> Iterator[Metric]:
        free, total = disk.space(self._config.folder)
        yield GaugeMetricFamily("helios_disk_free_bytes", "Free on the data folder's disk.", free)
        yield GaugeMetricFamily("helios_disk_bytes", "The size of that disk.", total)
        if present := generations.newest(self._config.folder):
            yield GaugeMetricFamily("helios_database_bytes", "The database's base file.", present.size)
            yield GaugeMetricFamily("helios_database_wal_bytes", "What was written since it.", present.wal_bytes)
        if self._config.backs_up and (backup := newest(self._config.backups_folder)):
            age = (clock.now() - backup.made_at).total_seconds()
            yield GaugeMetricFamily("helios_backup_age_seconds", "Since the newest backup that was proved.", age)
            yield GaugeMetricFamily("helios_backup_bytes", "Its size.", backup.bytes)
            yield GaugeMetricFamily("helios_backup_disagreeing", "What disagrees in it.", len(backup.disagreeing))


def told(config: Config, requests: Tally) -> bytes:
    """All figures in Prometheus's text form."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    registry.register(Figures(config, requests))
    return generate_latest(registry)
