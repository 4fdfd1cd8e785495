# Turns the start of an interpreter into a fork server. The command is `python <this folder> <control descriptor>` with
# this folder in front of PYTHONPATH: `site` imports this file, and C main, which runs folders through `runpy`, then
# finds a stand-in for it. What stands in returns only in forked children.
import os
import sys


def _take_back_start():
    own, _, rest = os.environ['PYTHONPATH'].partition(':')
    if rest:
        os.environ['PYTHONPATH'] = rest
    else:
        del os.environ['PYTHONPATH']
    if own in sys.path:
        sys.path.remove(own)
    sys.path_importer_cache.pop(own, None)


def _serve(name):
    if name != '_run_module_as_main':
        raise AttributeError(name)
    base = dict(sys.modules)
    # C main has put the folder that it runs to the front.
    import eval_checks_fork_server
    import eval_checks_last_step
    import eval_checks_warm_modules

    own = sys.path.pop(0)
    sys.path_importer_cache.pop(own, None)
    return eval_checks_fork_server.serve(base, eval_checks_warm_modules, eval_checks_last_step)


def _stand_in():
    runpy = type(sys)('runpy')
    runpy.__getattr__ = _serve
    sys.modules['runpy'] = runpy


_take_back_start()
_stand_in()
# Now the real one; where there is none, `site` expects exactly this error.
del sys.modules['sitecustomize']
import sitecustomize  # noqa: E402
