# The last thing that a child does when its script has come to its end and nobody can tell whether the interpreter is
# taken apart: it flushes and leaves. To free every object one by one costs more than most scripts.
import os
import sys


def register(known, base):
    """
    Registers the last of all functions of `atexit`. Returns the dictionary whose `ended` says that the script came to its
    end without an exception.
    """
    import _warnings
    import _weakref
    import atexit
    import gc

    state = {}
    streams = (sys.stdout, sys.stderr)
    filters = list(_warnings.filters)
    external = sys.modules['_frozen_importlib_external'].ExtensionFileLoader
    builtin = sys.modules['_frozen_importlib'].BuiltinImporter
    # Those that have nothing to do at the end of a process.
    harmless = known | {'atexit', 'gc', '_functools', '_collections', '_weakref', '_operator', '_struct', 'math', 'itertools', '_string', 'time', 'errno'}

    def is_plain():
        """Whether nothing that the script left behind acts when it is destroyed."""
        if (sys.stdout, sys.stderr) != streams or (sys.__stdout__, sys.__stderr__) != streams:
            return False
        if _warnings.filters != filters or gc.callbacks or gc.garbage or gc.get_debug():
            return False
        for name in [name for name in sys.modules if name not in harmless]:
            if getattr(sys.modules[name], '__loader__', builtin) is builtin:
                return False
            if isinstance(sys.modules[name].__loader__, external):
                return False
        objects = gc.get_objects()
        kinds = set(map(type, objects))
        if any(hasattr(kind, '__del__') for kind in kinds):
            return False
        metaclasses = {kind for kind in kinds if issubclass(kind, type)}
        if any('__del__' in each.__dict__ for each in objects if type(each) in metaclasses):
            return False
        references = {kind for kind in kinds if issubclass(kind, _weakref.ref)}
        return all(is_internal(each) for each in objects if type(each) in references)

    def is_internal(reference):
        callback = reference.__callback__
        return callback is None or getattr(callback, '__module__', None) in ('weakref', '_weakrefset')

    def leave():
        if not state.get('ended') or not is_plain():
            return
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except BaseException:
            # The interpreter tries again and says what came of it.
            return
        os._exit(0)

    if atexit._ncallbacks() == 0 and not sys.warnoptions and not sys.flags.dev_mode:
        atexit.register(leave)
    # Up to Python 3.9 the functions are kept in the module itself.
    state['kept'] = (state, atexit)
    return state
