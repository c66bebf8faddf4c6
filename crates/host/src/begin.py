import sys

# The folder of a bot must not stand before what Python itself imports.
sys.path = [place for place in sys.path if place]
try:
    import importlib.util
    import runpy

    missing = None if importlib.util.find_spec(sys.argv[1]) else sys.argv[1]
except ModuleNotFoundError as error:
    missing = error.name
except ImportError as error:
    sys.exit(str(error))
if missing:
    where = "there, or GRIDHAUNT_PYTHON=/path/of/an/environment/bin/python names a Python that has it"
    sys.exit(f"{sys.executable} has no module {missing}: pip install gridhaunt {where}")
sys.argv = sys.argv[1:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
