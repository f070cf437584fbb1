"""The service's own figures."""

from server.bench import service_figures


def test_the_service_is_measured():
    figures = service_figures("stockpile", 0.2)
    for clients in (1, 16):
        assert 0 < figures[f"overhead at {clients} clients p50 ms"] <= figures[f"overhead at {clients} clients p99 ms"]
        assert figures[f"requests/s at {clients} clients"] > 0
    assert {"deadline overrun p99 ms", "time left at the answer p50 ms", "deadlines missed"} <= figures.keys()
