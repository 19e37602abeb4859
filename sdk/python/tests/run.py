"""Lists or runs the tests of this folder, with one line of JSON for each: `python3 run.py list`, `python3 run.py`.

`python3 -m unittest` does the same for people.
"""

from __future__ import annotations

import json
import os
import sys
import unittest
from typing import Any, Iterator


def flat(suite: Any) -> Iterator[unittest.TestCase]:
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            yield from flat(each)
        else:
            yield each


class Reporter(unittest.TestResult):
    """Reports each test once; a failed subtest is a failure of its test."""

    def startTest(self, test: unittest.TestCase) -> None:
        super().startTest(test)
        self.problems: list[str] = []

    def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:
        if err is not None:
            self.problems.append(f"{subtest}\n{self._exc_info_to_string(err, test)}")

    def addError(self, test: Any, err: Any) -> None:
        self.problems.append(self._exc_info_to_string(err, test))

    addFailure = addError

    def addSkip(self, test: Any, reason: str) -> None:
        self.problems.append(f"skipped: {reason}")

    def stopTest(self, test: unittest.TestCase) -> None:
        print(json.dumps({"id": test.id(), "problem": "\n".join(self.problems)}), flush=True)
        super().stopTest(test)


here = os.path.dirname(os.path.abspath(__file__))
tests = list(flat(unittest.defaultTestLoader.discover(here)))
if "list" in sys.argv:
    print(json.dumps([test.id() for test in tests]))
else:
    reporter = Reporter()
    for test in tests:
        test.run(reporter)
