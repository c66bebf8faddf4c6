"""The examples in the docstrings run."""

import doctest

import gridhaunt
import gridhaunt.vector as vector_module


def test_docstrings():
    import sys

    for module in (gridhaunt, sys.modules["gridhaunt.vector"]):
        failures, tried = doctest.testmod(module)
        assert tried > 0 and failures == 0, module
    assert vector_module is not None
