"""The service's own figures."""

from server.bench import _DEADLINES, _MOST_SAMPLES, SOLVERS, service_figures


def test_the_service_is_measured():
    figures = service_figures("stockpile", 0.1)
    for solver in SOLVERS:
        for clients in ("1 client", "16 clients"):
            where = f"{solver}, {clients}"
            assert figures[f"{where}: overhead p50 ms"] <= figures[f"{where}: overhead p99 ms"]
            assert figures[f"{where}: requests/s"] > 0
    assert figures["heuristic, 1 client: overhead p50 ms"] > 0
    assert figures["deadlines tried"] == 12
    assert 0 <= figures["deadlines missed"] <= 12
    assert {"deadline overrun p99 ms", "time left at the answer p50 ms", "budget overrun p99 ms"} <= figures.keys()


def test_enough_deadlines_are_tried_by_default():
    assert _MOST_SAMPLES >= 100
    assert min(_DEADLINES) <= 0.06
    assert max(_DEADLINES) >= 0.3
