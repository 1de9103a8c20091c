"""Metrics of a service in Prometheus' text format."""

from collections.abc import Iterator

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from webproctor.rollouts.instances import REASONS
from webproctor.rollouts.sessions import Sessions

_COUNTERS = {
    "created": "Sessions that were created; forks are counted separately.",
    "forked": "Sessions that are forks of another.",
    "refused": "Requests for a session that were refused.",
    "expired": "Sessions whose lease has expired.",
}
_OUTCOMES = ("scored", "errored", "void")


class PoolMetrics(Collector):
    """Reads the numbers of a pool whenever metrics are requested."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    def collect(self) -> Iterator[Metric]:
        pool = self._sessions
        yield GaugeMetricFamily("webproctor_sessions", "Open sessions.", pool.open)
        yield GaugeMetricFamily(
            "webproctor_sessions_limit", "Maximum number of open sessions.", pool.limit
        )
        for name, documentation in _COUNTERS.items():
            yield CounterMetricFamily(
                f"webproctor_sessions_{name}", documentation, pool.counts[name]
            )
        ended = CounterMetricFamily(
            "webproctor_episodes", "Episodes that ended, by outcome.", labels=["outcome"]
        )
        for outcome in _OUTCOMES:
            ended.add_metric([outcome], pool.counts[outcome])
        yield ended
        causes = CounterMetricFamily(
            "webproctor_void_episodes", "Episodes without a result, by cause.", labels=["cause"]
        )
        for cause, count in sorted(pool.causes.items()):
            causes.add_metric([cause], count)
        yield causes
        running = pool.instances.running
        yield GaugeMetricFamily("webproctor_browsers", "Browser processes.", len(running))
        replaced = CounterMetricFamily(
            "webproctor_browsers_replaced",
            "Browser processes that were replaced, by reason.",
            labels=["reason"],
        )
        for reason in REASONS:
            replaced.add_metric([reason], pool.instances.replaced[reason])
        yield replaced
