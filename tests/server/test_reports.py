"""Reports on their way to a reader."""

import asyncio

from pitwise.v1 import analysis_pb2
from server.service import _LatestReport


async def test_a_slow_reader_gets_the_latest_report_and_the_end():
    reports = _LatestReport()
    for iterations in (1, 2, 3):
        reports.put(analysis_pb2.Analysis(iterations=iterations))
    report = await reports.next()
    assert report is not None
    assert report.iterations == 3
    waiting = asyncio.create_task(reports.next())
    await asyncio.sleep(0)
    assert not waiting.done()
    reports.put(analysis_pb2.Analysis(iterations=4))
    reports.end()
    assert await waiting is None
    assert await reports.next() is None
