"""Metrics, in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field

BUCKETS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(slots=True)
class Metrics:
    """Counters of one server."""

    requests: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    """By method, route and status."""
    buckets: Counter[tuple[str, int]] = field(default_factory=Counter)
    """By route and the first bucket that holds the time."""
    seconds: Counter[str] = field(default_factory=Counter)
    received: int = 0
    sent: int = 0
    slow: Counter[str] = field(default_factory=Counter)
    """Connections that were closed because of what their clients did too slowly."""

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        self.requests[method, route, status] += 1
        self.buckets[route, bisect_left(BUCKETS, seconds)] += 1
        self.seconds[route] += seconds  # type: ignore[assignment]  # Counter is typed for whole numbers

    def text(self, gauges: dict[str, int], workers: Counter[str]) -> str:
        """Return all as text; gauges are what is true now, workers how many were started, and have ended, by why."""
        lines = ["# TYPE rubricator_requests_total counter"]
        for (method, route, status), count in sorted(self.requests.items()):
            lines.append(f'rubricator_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}')
        lines.append("# TYPE rubricator_request_seconds histogram")
        for route in sorted(self.seconds):
            total = 0
            for number, limit in enumerate([*BUCKETS, "+Inf"]):
                total += self.buckets[route, number]
                lines.append(f'rubricator_request_seconds_bucket{{route="{route}",le="{limit}"}} {total}')
            lines.append(f'rubricator_request_seconds_sum{{route="{route}"}} {self.seconds[route]:.6f}')
            lines.append(f'rubricator_request_seconds_count{{route="{route}"}} {total}')
        lines.append("# TYPE rubricator_workers_ended_total counter")
        started = workers.pop("started", 0)
        for why, count in sorted(workers.items()):
            lines.append(f'rubricator_workers_ended_total{{why="{why}"}} {count}')
        lines.append("# TYPE rubricator_slow_clients_total counter")
        for what, count in sorted(self.slow.items()):
            lines.append(f'rubricator_slow_clients_total{{what="{what}"}} {count}')
        for name, value in {
            "received_bytes_total": self.received,
            "sent_bytes_total": self.sent,
            "workers_started_total": started,
        }.items():
            lines += [f"# TYPE rubricator_{name} counter", f"rubricator_{name} {value}"]
        for name, value in gauges.items():
            lines += [f"# TYPE rubricator_{name} gauge", f"rubricator_{name} {value}"]
        return "\n".join(lines) + "\n"
