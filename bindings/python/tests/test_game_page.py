"""The examples of docs/python-game.md are true."""

import doctest
import re

from conftest import ROOT


def test_the_examples_of_the_page_are_true() -> None:
    page = (ROOT / "docs/python-game.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    # Each block goes on where the one before it ended.
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "python-game.md", None, None)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    report: list[str] = []
    runner.run(examples, out=report.append)
    result = runner.summarize(verbose=False)
    assert result.attempted > 30
    assert result.failed == 0, "".join(report)
